"""One call: what is sent, what comes back, and what an answer that is no reply means."""
