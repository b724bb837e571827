"""Beliefs: misunderstandings of the rules as data, each with the answer that it leads to."""
