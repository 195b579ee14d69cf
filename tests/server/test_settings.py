"""Configuration: defaults, a file, the environment, the command line; and the page that lists it all."""

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import fields

from azulejo.server.settings import ServerSettings, data_folder
from azulejo.texts.errors import BadOption


def test_the_later_source_counts_more(tmp_path: Path) -> None:
    file = tmp_path / "azulejo.toml"
    file.write_text('port = 1\nhost = "a"\nbot_delay = 2\norigins = ["https://x.org"]\nmetrics = false\n')
    environment = {"AZULEJO_PORT": "2", "AZULEJO_TRUSTED_PROXIES": "10.0.0.0/8, ::1", "AZULEJO_WARM_UP": "no"}
    settings = ServerSettings.load(file, environment, port=None, host="b")
    assert (settings.port, settings.host, settings.bot_delay) == (2, "b", 2.0)
    assert settings.origins == ("https://x.org",)
    assert settings.trusted_proxies == ("10.0.0.0/8", "::1")
    assert (settings.metrics, settings.warm_up) == (False, False)


def test_the_environment_can_name_the_file(tmp_path: Path) -> None:
    file = tmp_path / "other.toml"
    file.write_text("port = 7\n")
    assert ServerSettings.load(environment={"AZULEJO_CONFIG": str(file)}).port == 7


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("prot = 1", "sets prot, and there is no such setting"),
        ('port = "x"', "the setting port is 0, 1, 2, ..., not x"),
        ("port = true", "the setting port is"),
        ("metrics = 1", "the setting metrics is true | false, not 1"),
        ("origins = [1]", "the setting origins is"),
        ("port = ", "cannot be read"),
        ("port = -1", "port must be at least 0, not -1"),
        ("port = 70000", "port must be at most 65535"),
        ("threads = 0", "threads must be at least 1, not 0"),
        ("bot_delay = nan", "bot_delay must be at least 0, not nan"),
        ("bot_delay = inf", "bot_delay must be at least 0, not inf"),
        ('log_level = "loud"', "loud"),
        ('trusted_proxies = ["me"]', "no address and no network"),
        ("processes = 2", "2 processes can only share a PostgreSQL database"),
    ],
)
def test_a_mistake_is_one_clear_sentence_in_both_languages(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "azulejo.toml"
    file.write_text(text + "\n")
    with pytest.raises(BadOption, match=re.escape(sentence)) as caught:
        ServerSettings.load(file, {})
    assert re.search("[а-яё]", caught.value.text("ru"))


@pytest.mark.parametrize(("name", "value"), [("PORT", "x"), ("BOT_DELAY", "fast"), ("METRICS", "perhaps")])
def test_a_mistake_in_the_environment_names_the_variable(name: str, value: str) -> None:
    with pytest.raises(BadOption, match=f"AZULEJO_{name} .* not {value}"):
        ServerSettings.load(environment={f"AZULEJO_{name}": value})


def test_a_file_that_is_not_there_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="there is no configuration file"):
        ServerSettings.load(tmp_path / "none.toml", {})


def test_the_default_database_is_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert ServerSettings.load(environment={}).database == f"sqlite:///{tmp_path / 'azulejo' / 'azulejo.sqlite'}"
    monkeypatch.setattr("sys.platform", "darwin")
    assert data_folder().parts[-3:] == ("Library", "Application Support", "Azulejo")
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    assert data_folder() == tmp_path / "Azulejo"


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ", ".join(value) or "none"
    return f"{value:g}" if isinstance(value, float) else str(value) or "a file"


def test_the_operators_page_lists_every_setting_with_its_default(root: Path) -> None:
    page = (root / "docs" / "operator.md").read_text(encoding="utf-8")
    section = page.partition("## Settings")[2].partition("\n## ")[0]
    listed = dict(re.findall(r"^\| `(\w+)` \| ([^|]+?) \|", section, re.M))
    expected = {field.name: _shown(field.default) for field in fields(ServerSettings)}
    assert listed == expected


def test_the_example_file_shows_settings_that_exist(root: Path) -> None:
    example = (root / "deploy" / "azulejo.example.toml").read_text(encoding="utf-8")
    uncommented = re.sub(r"^# (?=\w+ = )", "", example, flags=re.M)
    copy = root / "deploy" / "azulejo.example.toml"
    assert ServerSettings.load(copy, {}).host == "127.0.0.1"
    assert re.findall(r"^(\w+) = ", uncommented, re.M)
    assert set(re.findall(r"^(\w+) = ", uncommented, re.M)) <= {field.name for field in fields(ServerSettings)}
