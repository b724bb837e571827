"""The screens of the placement check: where one has played, a question, where to begin."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from canasta_tutor import settings
from canasta_tutor.catalogue import fill, texts
from canasta_tutor.naming import rulebook_name
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.seating import capital
from canasta_tutor.tutor.placement import MOST, Check
from canasta_tutor.widgets.doors import door
from canasta_tutor.widgets.frame import MARKS, Json, action, group, item
from canasta_tutor.widgets.tutoring import name, to_repeat
from canasta_tutor.widgets.tutoring import say as say_today


def say(key: str, language: str, **facts: Any) -> str:
    """One of the check's own sentences."""
    return fill(texts(language)["placement"][key], language, facts)


def played(rulebook: Rulebook, language: str) -> Json:
    """Where the learner has played, before anything is asked."""
    tables = settings.load().played
    books = {one: Rulebook.load(one) for one in Rulebook.names()}
    titles = {one: capital(rulebook_name(book, language)) for one, book in books.items()}

    def row(id: str, on: Iterable[str], but: Iterable[str] = ()) -> Json:
        options = [
            {"id": one, "text": title, "on": one in on}
            for one, title in titles.items()
            if one not in but
        ]
        return {"id": id, "label": say(id, language), "options": options}

    return {
        "title": say("title", language),
        "say": [
            say("about", language, n=MOST),
            say("at", language, table=rulebook.title[language]),
        ],
        "choices": [row("home", tables[:1]), row("elsewhere", tables[1:], tables[:1])],
        "actions": [
            action("place", say_today("begin", language), "main"),
            action("start", say("not_now", language), "quiet"),
        ],
    }


def asking(check: Check, answered: bool, language: str) -> Json:
    """What stands around a question of the check."""
    number = len(check.answers) + (not answered)
    unknown = action("unknown", say("unknown", language))
    going = action("next", say_today("next", language), "main")
    return {
        "title": say("title", language),
        "note": say("count", language, n=number, most=MOST),
        "say": [say("asking", language)],
        "actions": [
            going if answered else unknown,
            action("stop", say_today("stop", language), "quiet"),
        ],
    }


def found(check: Check, language: str) -> Json:
    """Where to begin, what is known, and what to look at again."""
    result = check.found
    begin = door(result.lesson, language)
    said = [say("begin" if check.answers else "nothing", language, lesson=begin["text"])]
    if check.answers:
        said.append(say("kept", language))
    known = [item(name(one, language), "", MARKS["shaky"]) for one in result.known]
    again = to_repeat(result.again, language)
    lists = [group(say("again", language), again), group(say("known", language), known)]
    return {
        "title": say("over", language),
        "say": said,
        "groups": [one for one in lists if one["items"]],
        "actions": [
            action("start", begin["text"], "main", begin["href"]),
            action("start", say_today("done", language), "quiet"),
        ],
    }
