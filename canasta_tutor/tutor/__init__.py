"""The tutor: what a learner has shown, what is asked next, and what is said about it."""
