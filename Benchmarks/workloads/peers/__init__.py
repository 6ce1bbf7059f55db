"""The programs that are compared, each with a function that says its version, or None where it is not installed."""
