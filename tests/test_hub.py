"""The class's server, as far as it can be known without being root: `make hub` tries a whole class on a real one."""

from __future__ import annotations

import os
import runpy
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from canasta_tutor.catalogue import texts
from canasta_tutor.classroom import write_quiz
from canasta_tutor.classroom.quiz_files import read_quiz
from canasta_tutor.classroom.sitting import Sitting
from tests.school import class_quiz
from tools.hub import break_in, pupils
from tools.hub.place import SETTINGS, CannotBe, Place

ROOT = Path(__file__).parents[1]
LEARNERS_HOME = ".local/share/canasta-tutor"


class Recorder(SimpleNamespace):
    """Stands where the hub's own settings stand, and takes any of them."""

    def __getattr__(self, name: str) -> Any:
        self.__dict__[name] = found = Recorder()
        return found


def configured(folder: Path, monkeypatch: pytest.MonkeyPatch, settings: str = SETTINGS) -> Recorder:
    (folder / "hub.toml").write_text(settings, "utf-8")
    monkeypatch.setenv("CANASTA_HUB", str(folder))
    config, before = Recorder(), os.umask(0o022)
    try:
        runpy.run_path(str(ROOT / "tools/hub/jupyterhub_config.py"), {"get_config": lambda: config})
        config.umask = os.umask(0o022)
    finally:
        os.umask(before)
    return config


def test_kernels_speak_over_files_of_their_user_and_ports_are_this_machine_s(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = configured(tmp_path, monkeypatch)
    assert config.Spawner.args == ["--KernelManager.transport=ipc"]
    assert config.JupyterHub.spawner_class == "jupyterhub.spawner.LocalProcessSpawner"
    assert config.JupyterHub.authenticator_class == "pam"
    assert config.Authenticator.allow_all is False
    assert config.umask == 0o077
    for address in (
        config.JupyterHub.bind_url,
        config.JupyterHub.hub_bind_url,
        config.ConfigurableHTTPProxy.api_url,
    ):
        assert address.startswith("http://127.0.0.1:")


def test_no_two_servers_get_one_port_nor_one_that_connections_take(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    give = configured(tmp_path, monkeypatch).Spawner.pre_spawn_hook
    ports = []
    for number in range(60):
        spawner = SimpleNamespace(user=SimpleNamespace(name=f"p{number}"), port=0)
        give(spawner)
        ports.append(spawner.port)
    assert len(set(ports)) == len(ports)
    assert all(20_000 <= port < 30_000 for port in ports)


def test_a_school_chooses_language_memory_and_idle_minutes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = 'listen = "127.0.0.1:9000"\nlanguage = "es"\nmemory = 800\nidle = 0\n'
    config = configured(tmp_path, monkeypatch, chosen)
    assert config.Spawner.default_url == "/doc/tree/es/00-welcome.ipynb"
    assert "--data=800000000" in config.Spawner.cmd
    assert config.JupyterHub.bind_url == "http://127.0.0.1:9000"
    assert isinstance(config.JupyterHub.services, Recorder)  # no service was asked for


def test_the_network_comes_in_over_tls_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_to_all = SETTINGS.replace("127.0.0.1:8000", "0.0.0.0:443", 1)
    with pytest.raises(SystemExit, match="and no certificate; expected 127"):
        configured(tmp_path, monkeypatch, open_to_all)
    shut = open_to_all.replace('certificate = ""', 'certificate = "c.pem"').replace(
        'key = ""', 'key = "k.pem"'
    )
    config = configured(tmp_path, monkeypatch, shut)
    assert config.JupyterHub.bind_url == "https://0.0.0.0:443"
    assert (config.JupyterHub.ssl_cert, config.JupyterHub.ssl_key) == ("c.pem", "k.pem")


def test_the_settings_that_are_laid_for_a_school_are_those_the_hub_reads(tmp_path: Path) -> None:
    (tmp_path / "hub.toml").write_text('language = "es"\n', "utf-8")
    found = Place(tmp_path).settings()
    assert found["language"] == "es"
    assert found["memory"] == 1000


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("lucia\nmark\nlucia\n", ":3: found 'lucia' twice; expected each name once"),
        ("lucia\n../root\n", ":2: found '../root'; expected 2 to 15 of a-z"),
        ("Lucía\n", ":1: found 'Lucía'; expected 2 to 15 of a-z"),
        ("a-name-that-is-too-long\n", ":1: found 'a-name-that-is-too-long'"),
        ("\n \n", ": found no name; expected one login a line"),
    ],
)
def test_a_list_of_names_with_a_mistake_says_where(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "names.txt"
    file.write_text(text, "utf-8")
    with pytest.raises(CannotBe) as refused:
        pupils.read_names(file)
    assert f"{file}{said}" in str(refused.value)


def test_the_longest_name_leaves_room_for_a_kernel_s_socket() -> None:
    name = "a" * 15
    assert pupils.NAME.fullmatch(name)
    kernel = "kernel-00000000-0000-0000-0000-000000000000-ipc-5"
    assert len(f"/home/{name}/{LEARNERS_HOME}/runtime/{kernel}") <= 107


def test_only_root_may_make_a_class(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    for act in (
        lambda: pupils.add(Place(tmp_path), ["lucia"]),
        lambda: pupils.remove(Place(tmp_path)),
    ):
        with pytest.raises(CannotBe, match="found id 1000; expected root"):
            act()


def test_users_that_were_not_made_here_are_neither_taken_over_nor_removed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    place = Place(tmp_path)
    with pytest.raises(CannotBe, match="user 'root': found one of that name"):
        pupils.add(place, ["lucia", "root"])
    assert pupils.made(place) == []


def test_what_is_handed_in_on_a_server_lies_where_the_teacher_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CANASTA_HAND_IN", str(tmp_path / "lucia"))
    quiz = tmp_path / "scores.toml"
    quiz.write_text(write_quiz(class_quiz(1, (("sheet", 2, 8),))), "utf-8")
    sitting = Sitting(quiz, read_quiz(quiz).versions[0], home=tmp_path / "home")
    sitting.name("Lucía")
    assert sitting.hand_in().parent == tmp_path / "lucia"
    assert sitting.end._shown["told"] == texts("en")["sitting"]["handed_in_there"]


def test_no_two_pupils_of_the_trial_answer_alike() -> None:
    answers = import_module("tools.hub.try").answers
    given = [answer for pupil in range(60) for _, answer in answers(pupil)]
    assert len(set(given)) == len(given)


def test_work_of_somebody_who_had_the_name_before_is_never_another_s(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    place = Place(tmp_path)
    (place.hand_in / "lucia").mkdir(parents=True)
    with pytest.raises(CannotBe, match="lucia: found what somebody handed in before"):
        pupils.add(place, ["marc", "lucia"])
    assert pupils.made(place) == []


def test_an_attempt_that_goes_through_is_told_from_one_that_is_refused(tmp_path: Path) -> None:
    def shut() -> None:
        raise PermissionError(13, "Permission denied")

    found = break_in.tried({"open": lambda: break_in.put(tmp_path / "x"), "shut": shut})
    assert found == [
        ("open", True, "written"),
        ("shut", False, "PermissionError: Permission denied"),
    ]


def test_the_lock_of_the_hub_names_no_address() -> None:
    proxy = ROOT / "requirements" / "hub-proxy"
    for file in (ROOT / "requirements" / "hub.txt", *proxy.iterdir()):
        assert "://" not in file.read_text("utf-8"), file.name
