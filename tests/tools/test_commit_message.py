"""Messages of commits: what is asked of them, and that git asks."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools.commit_message import LONGEST, check_commits, faults
from tools.signature import bench_line

RULE, OTHER = "src/azulejo/games/azul/rules.py", "src/azulejo/cli/play.py"


@pytest.mark.parametrize(
    ("text", "files"),
    [
        ("Say it shorter\n", [OTHER]),
        ("x" * LONGEST, []),
        ("Play on\n\nBench: 0123abcd\n", [RULE]),
        ("Rename a rule\n\nIt was hard to find.\n\nNo functional change\n", [RULE]),
        ("Rename a rule\n\nNo functional change\n# Please enter the commit message", [RULE]),
        ("Say it better\n", ["src/azulejo/games/azul/texts/en.json", "docs/rules/azul.md"]),
        (f"Merge branch 'a very long name {'x' * 80}'", [RULE]),
        ("fixup! Play on", [RULE]),
        ("Say it\n# ------------------------ >8 ------------------------\ndiff of what follows\n", []),
    ],
)
def test_a_good_message(text: str, files: list[str]) -> None:
    assert list(faults(text, files)) == []


@pytest.mark.parametrize(
    ("text", "files", "wrong"),
    [
        ("", [], "needs a subject"),
        ("# only a comment\n", [], "needs a subject"),
        ("x" * (LONGEST + 1), [], "The subject has 73 characters; 72 is the most"),
        ("Say it\nat once", [], "must be empty"),
        ("Play on", [OTHER, RULE], f"{RULE} can change how games are played"),
        ("Play on", ["src/azulejo/games/duel/network.npz"], "can change how games are played"),
        ("Play on", ["src/azulejo/engine/tree.py"], "can change how games are played"),
        ("Play on\n\nBench: later", [RULE], "can change how games are played"),
        ("Play on\n\n# No functional change", [RULE], "can change how games are played"),
    ],
)
def test_a_bad_message(text: str, files: list[str], wrong: str) -> None:
    (fault,) = faults(text, files)
    assert wrong in fault


@pytest.mark.slow
def test_the_line_that_is_printed_is_the_line_that_is_asked_for() -> None:
    line = bench_line(games=1)
    assert line == bench_line(games=1)
    assert line != bench_line(games=2)
    assert list(faults(f"Play on\n\n{line}\n", [RULE])) == []


@pytest.fixture
def repository(tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with our hooks, as `make hooks` installs them."""
    monkeypatch.chdir(tmp_path)
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "Ana")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "ana@example.org")
    monkeypatch.setenv("PRE_COMMIT_HOME", str(tmp_path / "hooks"))
    monkeypatch.setenv("PYTHONPATH", str(root))
    monkeypatch.setenv("SKIP", "mypy,client")  # they look at the whole project, which is not here
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    (work / ".pre-commit-config.yaml").write_bytes((root / ".pre-commit-config.yaml").read_bytes())
    (work / ".venv").symlink_to(sys.prefix)
    (work / ".gitignore").write_text(".venv\n")
    for command in (["git", "init", "--quiet"], [sys.executable, "-m", "pre_commit", "install"]):
        subprocess.run(command, check=True, capture_output=True)
    return work


def commit(message: str) -> str:
    """Commit everything, and return what git and the hooks say against it."""
    subprocess.run(["git", "add", "."], check=True)
    done = subprocess.run(["git", "commit", "--message", message], check=False, capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stdout + done.stderr


@pytest.mark.slow
def test_git_asks_for_a_good_message_and_good_style(repository: Path) -> None:
    assert "needs" not in commit("Begin")
    rule = repository / RULE
    rule.parent.mkdir(parents=True)
    rule.write_text('"""A rule."""\n')
    assert "can change how games are played" in commit("Add a rule")
    assert "The subject has 80 characters" in commit("x" * 80 + "\n\nNo functional change")
    assert commit("Add a rule\n\nNo functional change") == ""
    rule.write_text('"""A rule."""\n\nimport os\n')
    assert "`os` imported but unused" in commit("Use it\n\nNo functional change")
    rule.write_text('"""Another rule."""\n')
    assert commit("Say it\n\nBench: 0123abcd") == ""


def test_the_commits_of_a_branch_are_looked_at(repository: Path) -> None:
    def begin(message: str) -> None:
        (repository / "file").write_text(message)
        subprocess.run(["git", "add", "file"], check=True)
        subprocess.run(["git", "commit", "--quiet", "--no-verify", "--message", message], check=True)

    for message in ("One", "Two", "x" * 80, "Three"):
        begin(message)
    assert check_commits("HEAD~1..") == []
    (fault,) = check_commits("HEAD~3..")
    head = subprocess.run(["git", "rev-parse", "HEAD~1"], check=True, capture_output=True, text=True).stdout
    assert fault.startswith(f"{head[:10]}: The subject has 80 characters")
    with pytest.raises(SystemExit, match="nowhere"):
        check_commits("nowhere..")
