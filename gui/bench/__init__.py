"""The benchmarks: every promise of speed, as a ratio against a plain baseline of the same run."""
