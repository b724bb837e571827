"""What an exercise shows: everything worded and made into HTML, ready for the script and for a still page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any, Final

from canasta_tutor.beliefs.library import Belief
from canasta_tutor.cards import Cards, read_cards, sort_cards
from canasta_tutor.error_words import error_text
from canasta_tutor.exercises import Question, Verdict, prose
from canasta_tutor.exercises.answers import find_cards
from canasta_tutor.exercises.consequence import consequence
from canasta_tutor.exercises.elsewhere import also_played
from canasta_tutor.exercises.ladder import rung, rungs
from canasta_tutor.exercises.mattering import Part
from canasta_tutor.exercises.solved import line_by_line
from canasta_tutor.exercises.verdicts import phrase
from canasta_tutor.moves import LayDown, TakePile, read_move
from canasta_tutor.widgets.base import hand_json
from canasta_tutor.widgets.faces import card_svg, inline_html
from canasta_tutor.widgets.position import position_html, table_html
from canasta_tutor.wording import rule_name, source_marker

Json = dict[str, Any]
PICKS: Final = ("cards", "lay-down")
"""Ways of answering in which cards are picked: they are not drawn in the position again."""

_TONES: Final = {"right": "right", "partial": "partly", "wrong": "wrong", "nothing": "note"}
_TOGETHER: Final = 8
"""So many cards in a sentence stay on one line."""


class Asked:
    """A question in one language."""

    def __init__(self, question: Question, language: str, four_colour: bool) -> None:
        self.question = question
        self.language = language
        self.four_colour = four_colour

    def say(self, key: str, **facts: Any) -> str:
        """One of the words on the page."""
        return self.question.phrase(f"ui.{key}", self.language, **facts)

    # --- the question ---------------------------------------------------------------------------

    def shown(self) -> Json:
        """All that stays the same while it is answered."""
        question, controls = self.question, self.question.controls(self.language)
        return {
            "about": self._about(),
            "title": self._line(question.title(self.language)),
            "text": self.html(question.text(self.language)),
            "note": phrase("silent_note", self.language) if question.silent else "",
            "position": self._position(),
            "controls": {**controls, **self._dressed(controls), **self._prompts(controls)},
        }

    def _about(self) -> str:
        """At which table it is asked, and how hard it is."""
        table = self.question.asked_at(self.language)
        level = phrase("level", self.language, n=self.question.exercise.level)
        return f"{table} · {level}"

    def _dressed(self, controls: Mapping[str, Any]) -> Json:
        """Options with their labels as HTML and as they are said, cards with their pictures."""
        dressed: Json = {}
        if "options" in controls:
            dressed["options"] = list(map(self._labelled, controls["options"]))
        if controls["type"] in PICKS:
            cards = read_cards(" ".join(controls["cards"]))
            dressed["cards"] = hand_json(cards, self.language)
            dressed["order"] = list(range(len(cards)))
            dressed["faces"] = {
                card.text: card_svg(card, "", self.four_colour) for card in sorted(set(cards))
            }
        return dressed

    def _labelled(self, option: Mapping[str, Any]) -> Json:
        """An option, and the named answers of a case, with the label as HTML and as it is said."""
        label = option["label"]
        dressed = {**option, "html": self._line(label), "name": prose.plain(label)}
        if "answers" in option:
            dressed["answers"] = list(map(self._labelled, option["answers"]))
        return dressed

    def _prompts(self, controls: Mapping[str, Any]) -> Json:
        """What the controls say about themselves."""
        kind = controls["type"]
        if kind == "choice":
            return {"prompt": self.say("pick_all") if controls["many"] else ""}
        if kind == "cards":
            count = controls["choose"]
            return {
                "prompt": self.say("pick_count", count=count) if count else self.say("pick_some")
            }
        deal = self.question.deal
        if kind == "lay-down" and deal is not None:
            ranks = dict.fromkeys(meld.rank for meld in deal.melds[deal.side])
            places = [{"id": rank, "label": self.say("where_onto", rank=rank)} for rank in ranks]
            if places:
                places = [{"id": "", "label": self.say("where_fits")}, *places]
            taking = controls["word"] == "take"
            top = self.say("with_top", card=deal.pile[-1].text) if taking else ""
            return {"places": places, "top": top}
        return {}

    # --- what is said about the answer ------------------------------------------------------------

    def feedback(self, verdict: Verdict, answer: str) -> Json:
        """A verdict: its state, the reason, the rule that decided, and where it is played as answered."""
        tone = _TONES[verdict.counts]
        rule = verdict.rules[0] if verdict.rules else ""
        return {
            "tone": tone,
            "label": self.say(f"state_{tone}"),
            "html": "".join(map(self.html, (*verdict.say, self._also(verdict, answer)))),
            "rule": self.html(self.question.rule_words(rule, self.language)) if rule else "",
            "rule_name": self._rule_name(rule) if rule else "",
            "why": self.html(self.question.why(self.language)) if verdict.right else "",
            "silent": self._silent(rule) if verdict.right else "",
            "parts": dict(verdict.parts),
        }

    def consequence(self, answer: str, beliefs: Iterable[Belief]) -> Json | None:
        """What a wrong answer would lead to: its name, and what is shown."""
        found = consequence(self.question, answer, self.language, beliefs)
        if found is None:
            return None
        shown = "".join(map(self.html, found.say))
        if found.deal is not None:
            seat = self.question.asker.seat("")
            drawn = table_html(self.question, found.deal, seat, self.language, self.four_colour)
            shown += f'<div class="canasta-position">{drawn}</div>'
        return {"name": found.name, "html": shown}

    def _also(self, verdict: Verdict, answer: str) -> str:
        missed = verdict.counts in ("wrong", "partial")
        return also_played(self.question, answer, self.language) if missed else ""

    def hints(self, count: int) -> list[Json]:
        """The first steps of the ladder: what each is called, and what it says."""
        return [self._rung(number) for number in range(1, count + 1)]

    def _rung(self, number: int) -> Json:
        step = rung(self.question, number, self.language)
        name = self.say("hint_n", n=number, all=rungs(self.question, self.language))
        return {
            "name": f"{name} · {step.name}" if step.name else name,
            "html": "".join(map(self.html, step.say)),
        }

    def lit(self, count: int) -> str:
        """The position with what matters lit, once a step of the ladder says what it is."""
        for number in range(len(self.question.hints(self.language)) + 1, count + 1):
            if parts := rung(self.question, number, self.language).lit:
                return self._position(parts)
        return ""

    def _position(self, lit: Sequence[Part] = ()) -> str:
        picks = self.question.controls(self.language)["type"] in PICKS
        return position_html(
            self.question, self.language, self.four_colour, hand=not picks, lit=lit
        )

    def solution(self) -> str:
        """The answer, why it is so, and what is played where the table's rules do not say."""
        question = self.question
        worked = line_by_line(question, self.language)
        parts = [*question.solution(self.language), *worked, question.why(self.language)]
        return "".join(map(self.html, parts)) + self._silent()

    def _silent(self, but: str = "") -> str:
        rules = [rule for rule in self.question.silent if rule != but]
        words = [self.question.rule_words(rule, self.language) for rule in rules]
        return "".join(map(self.html, words))

    def _rule_name(self, rule: str) -> str:
        marker = source_marker(self.question.table, rule, self.language)
        return self._line(
            self.say("rule", name=f"*{rule_name(rule, self.language)}*", marker=marker)
        )

    # --- prose ----------------------------------------------------------------------------------

    def html(self, text: str) -> str:
        """Markdown with its cards drawn."""
        return prose.html(text, self._draw) if text else ""

    def _line(self, text: str) -> str:
        return prose.inline_html(text, self._draw)

    def _draw(self, cards: Cards) -> str:
        drawn = inline_html(cards, self.language, self.four_colour)
        together = len(cards) <= _TOGETHER
        return f'<span style="white-space:nowrap">{drawn}</span>' if together else drawn

    def still(self) -> str:
        """Question, position and options, for a notebook that does not run."""
        shown = self.shown()
        parts = [
            f'<div style="font-size:12px">{escape(shown["about"])}</div>',
            f'<div style="font-size:17px;font-weight:600;margin:2px 0 6px">{shown["title"]}</div>',
            shown["text"],
            f"<p><em>{escape(shown['note'])}</em></p>" if shown["note"] else "",
            position_html(self.question, self.language, self.four_colour),
            self._loose_cards(shown["controls"]),
            self._listed(shown["controls"]),
        ]
        return f'<div style="max-width:680px">{"".join(parts)}</div>'

    def _listed(self, controls: Mapping[str, Any]) -> str:
        """The options as a list; the rules of a ruling would give half of it away."""
        if controls["type"] == "ruling" or not controls.get("options"):
            return ""
        items = "".join(f"<li>{one['html']}</li>" for one in controls["options"])
        answers = {one["name"] for case in controls["options"] for one in case.get("answers", ())}
        named = "".join(f"<li><em>{escape(name)}</em></li>" for name in sorted(answers))
        return f"<ul>{items}</ul>" + (f"<ul>{named}</ul>" if named else "")

    def _loose_cards(self, controls: Mapping[str, Any]) -> str:
        """Cards to choose from that are in nobody's hand."""
        if self.question.deal is not None or controls["type"] not in PICKS:
            return ""
        cards = read_cards(" ".join(card["text"] for card in controls["cards"]))
        return self._draw(sort_cards(cards))


def broken_html(error: str, language: str) -> str:
    """What stands in the place of an exercise whose file cannot be used."""
    first, last = (phrase(f"ui.{key}", language) for key in ("broken", "broken_rest"))
    return f"<p>{escape(first)}</p><p><code>{escape(error_text(error, language))}</code></p><p>{escape(last)}</p>"


def written(question: Question, text: str, language: str) -> str:
    """A typed answer with every card named in full."""
    controls = question.controls(language)
    cards = read_cards(" ".join(controls["cards"]))
    if controls["type"] != "lay-down":
        return " ".join(card.text for card in find_cards(text, cards)[0])
    first = text.split()[0].lower()
    move = read_move(text if first in ("lay", "take") else f"{controls['word']} {text}", cards)
    assert isinstance(move, LayDown | TakePile)
    return str(move)
