"""Numbers, amounts and dates in English text, in digits or words, as comparable quantities."""
