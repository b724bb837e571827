"""The classroom: quizzes and what they are printed and exported as. See docs/quizzes.md."""

from __future__ import annotations

from canasta_tutor.classroom.marking import earned
from canasta_tutor.classroom.quiz import Options, Quiz, Slot, Task
from canasta_tutor.classroom.quiz_files import parse_quiz, read_quiz
from canasta_tutor.classroom.quiz_writing import write_quiz

__all__ = ["Options", "Quiz", "Slot", "Task", "earned", "parse_quiz", "read_quiz", "write_quiz"]
