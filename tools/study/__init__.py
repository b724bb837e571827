"""The study: what the tutor is worth, measured with simulated learners and written to docs/study.md."""
