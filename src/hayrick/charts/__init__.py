"""Charts as SVG: points and lines, bars, ranges, and heat maps, for files and for a page alike."""
