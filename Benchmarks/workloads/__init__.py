"""What `Benchmarks/run` measures: one module for each workload, and what they share."""
