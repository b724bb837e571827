"""Faces, still pictures, the hand of cards in Python, and what scripts and styles may hold."""

from __future__ import annotations

import base64
import json
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from importlib import resources
from typing import Any

import pytest
from traitlets import TraitError

from canasta_tutor.cards import Card, full_deck, read_cards
from canasta_tutor.deal import Deal
from canasta_tutor.errors import CanastaError
from canasta_tutor.rulebook import LANGUAGES, Rulebook
from canasta_tutor.widgets import CardHand, CardTable, ScoreSheetCard
from canasta_tutor.widgets.base import CardWidget
from canasta_tutor.widgets.faces import back_svg, card_svg, hand_html, inline_html, small_svg
from canasta_tutor.widgets.words import ui
from tests.tables import FIRST, table

every_language = pytest.mark.parametrize("language", LANGUAGES)


def send(widget: CardWidget, intent: str, **more: Any) -> None:
    """What the script sends when something is pressed."""
    widget._hear(widget, {"intent": intent, "n": widget._answered + 1, **more}, None)


# --- faces ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", full_deck(1, 1))
def test_a_face_is_small_sound_and_five_to_seven(card: Card) -> None:
    for svg in (card_svg(card), card_svg(card, "", four_colour=True), small_svg(card), back_svg()):
        assert len(svg.encode()) < 1024
        root = ET.fromstring(svg)
        assert int(root.attrib["width"]) * 7 == int(root.attrib["height"]) * 5


def test_every_face_is_another() -> None:
    for draw in (card_svg, small_svg):
        assert len({draw(card) for card in full_deck(1, 1)}) == 53


def test_four_colours_part_the_suits() -> None:
    colours = [
        re.findall("#[0-9a-f]{6}", card_svg(Card("9", suit), "", True))[-1] for suit in "♠♥♦♣"
    ]
    assert len(set(colours)) == 4


@every_language
def test_a_face_says_its_name(language: str) -> None:
    name = {"en": "king of hearts", "es": "rey de corazones"}[language]
    assert f"<title>{name}</title>" in card_svg(Card("K", "♥"), language)
    assert f'alt="{name}"' in inline_html(read_cards("K♥ 2♦"), language)


# --- still pictures ---------------------------------------------------------------------------------


class Kept(HTMLParser):
    """Tags and attributes that JupyterLab leaves in the output of a notebook it does not trust."""

    TAGS = (
        *("div", "span", "strong", "img", "br", "p"),
        *("table", "caption", "thead", "tbody", "tr", "th", "td"),
    )

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in self.TAGS
        assert {name for name, _ in attrs} <= {"style", "alt", "src"}
        source = dict(attrs).get("src")
        if tag == "img":
            assert source is not None
            assert dict(attrs)["alt"]
            kind, _, data = source.partition(",")
            assert kind == "data:image/svg+xml;base64"
            ET.fromstring(base64.b64decode(data))


@every_language
def test_still_pictures_survive_the_sanitizer(language: str) -> None:
    for html in (
        hand_html(full_deck(1, 2)[:30], language),
        inline_html(read_cards("K♣ K♥ 2♦ ★"), language, four_colour=True),
        table(language=language).still_html(),
        table(FIRST, language=language, four_colour=True).still_html(),
        ScoreSheetCard(table().deal, language).still_html(),
    ):
        Kept().feed(html)


def test_a_still_table_is_small() -> None:
    """A suit, a letter and the paper stand once in each picture, however many cards it holds."""
    assert len(table().still_html()) < 23_000
    assert len(table(FIRST).still_html()) < 11_000


@every_language
@pytest.mark.parametrize("name", Rulebook.names())
def test_every_table_has_its_texts_and_its_picture(name: str, language: str) -> None:
    rulebook = Rulebook.load(name)
    for players in rulebook.players:
        shown = CardTable(Deal.start(rulebook, players, seed=46), language=language)
        assert len(repr(shown)) < 110
        Kept().feed(shown.still_html())
        json.dumps(shown._shown)


def test_text_and_picture_stand_beside_the_live_widget() -> None:
    for make in (lambda: CardHand("K♠ K♠ 2♦"), table):
        bundles = [make()._repr_mimebundle_() for _ in range(2)]
        data = [bundle[0] for bundle in bundles if bundle]
        assert set(data[0]) == {
            "text/plain",
            "text/html",
            "application/vnd.jupyter.widget-view+json",
        }
        assert data[0]["text/plain"] == data[1]["text/plain"]
        assert data[0]["text/html"] == data[1]["text/html"]


def test_a_long_hand_is_named_in_short() -> None:
    assert len(repr(CardHand(full_deck(2, 4)))) < 110
    assert repr(CardHand("K♠ 10♥ ★")) == "CardHand(K♠ 10♥ ★)"


# --- the hand ---------------------------------------------------------------------------------------


def test_chosen_cards_are_those_at_the_selected_positions() -> None:
    hand = CardHand("4♥ 4♥ K♠")
    hand.selected = [1]
    assert hand.chosen == read_cards("4♥")
    with pytest.raises(TraitError, match="found position 3; expected 0 to 2"):
        hand.selected = [3]


def test_typed_cards_are_chosen() -> None:
    hand = CardHand("4♥ 4♦ K♠ ★")
    send(hand, "text", text="4 JOKER 4d")
    assert hand.selected == [0, 1, 3]
    send(hand, "text", text="4 4 4")
    assert hand._message == {"kind": "unreadable", "text": "Not in this hand: 4."}
    assert hand.selected == [0, 1, 3]


def test_handing_over_wants_as_many_as_were_asked_for() -> None:
    given: list[object] = []
    hand = CardHand("4♥ 4♦ K♠ ★", choose=2, on_submit=given.append, language="es")
    hand.selected = [0]
    send(hand, "submit")
    assert given == []
    assert hand._message["text"] == "Elige 2 cartas; por ahora llevas 1."
    hand.selected = [0, 1]
    send(hand, "submit")
    assert given == [read_cards("4♥ 4♦")]


def test_what_goes_wrong_is_shown() -> None:
    def fail(cards: object) -> None:
        raise ZeroDivisionError("by zero")

    hand = CardHand("4♥", on_submit=fail)
    send(hand, "submit")
    assert hand._message == {
        "kind": "fault",
        "text": "Something went wrong here: ZeroDivisionError: by zero",
    }
    assert hand._answered == 1


def test_other_cards_can_be_shown() -> None:
    hand = CardHand("4♥ 5♥")
    hand.selected = [1]
    hand.show("K♠")
    assert (hand.cards, hand.selected, hand.chosen) == (read_cards("K♠"), [], ())


def test_an_unknown_language_is_an_error() -> None:
    with pytest.raises(CanastaError, match="expected one of en, es"):
        CardHand("4♥", language="fr")


# --- what the scripts and styles may hold -----------------------------------------------------------


def files(kind: str) -> dict[str, str]:
    folder = resources.files("canasta_tutor.widgets")
    return {one.name: one.read_text("utf-8") for one in folder.iterdir() if one.name.endswith(kind)}


def test_no_script_or_style_names_an_address() -> None:
    for name, text in (files(".js") | files(".css")).items():
        assert "//" not in re.sub(r"(^|\s)//.*$", "", text, flags=re.MULTILINE), name
        assert "import " not in text, name


def test_no_script_looks_outside_its_element() -> None:
    for name, text in files(".js").items():
        used = set(re.findall(r"\bdocument\.(\w+)", text))
        assert used <= {"createElement", "activeElement"}, name


def test_every_selector_starts_with_our_name() -> None:
    for name, text in files(".css").items():
        bare = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        for heads in re.findall(r"(?:^|[{};])\s*([^{}@;]+?)\s*\{", bare):
            for selector in re.split(r",(?![^(]*\))", heads):
                assert selector.strip().startswith((".canasta-", "> .canasta-", "from", "to")), (
                    name,
                    selector,
                )


@every_language
def test_no_script_holds_a_text(language: str) -> None:
    scripts = "\n".join(files(".js").values())
    for key in ("draw", "lay", "discard", "again", "four_colours", "not_connected", "tray"):
        assert f'"{ui(key, language)}"' not in scripts, key
