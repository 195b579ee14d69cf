"""The client as it is built: small, complete, from here alone; its types are the server's."""

import gzip
import json
import re
import struct
from pathlib import Path

from tools import client_types, game_types

FIRST_LOAD = 150_000
"""Bytes, compressed, until home can be used."""


def test_the_types_are_those_of_the_servers_messages() -> None:
    assert client_types.TYPES.read_text(encoding="utf-8") == client_types.typescript()


def test_the_types_of_boards_and_moves_are_those_of_the_rulebooks() -> None:
    files = game_types.files()
    assert files
    for file, text in files.items():
        assert file.read_text(encoding="utf-8") == text, file


def test_the_first_load_is_small(built: Path) -> None:
    page = (built / "index.html").read_text()
    first = set(re.findall(r'(?:src|href)="/(assets/[^"]+)"', page))
    assert any(name.endswith(".js") for name in first)
    for lang in ("english", "russian"):
        (texts,) = built.glob(f"assets/{lang}-*.js")
        files = [built / "index.html", *(built / name for name in first), texts]
        size = sum(len(gzip.compress(file.read_bytes())) for file in files)
        assert size < FIRST_LOAD, (lang, size)


def test_the_page_names_no_other_host_and_holds_no_code(built: Path) -> None:
    page = (built / "index.html").read_text()
    assert re.findall(r'(?:src|href)="(?!/)', page) == []
    assert re.findall(r"<script(?![^>]*src=)|<style|style=|\son\w+=", page) == []


def test_the_client_can_be_installed(built: Path) -> None:
    manifest = json.loads((built / "manifest.webmanifest").read_text())
    assert manifest["start_url"] == "/"
    for icon in manifest["icons"]:
        content = (built / icon["src"].lstrip("/")).read_bytes()
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", content[16:24])
            assert content.startswith(b"\x89PNG")
            assert f"{width}x{height}" == icon["sizes"]
    listed = re.search(r"const FILES = (\[.*\]);", (built / "worker.js").read_text())
    assert listed is not None
    kept = json.loads(listed[1])
    missing = [name for name in kept if name != "/" and not (built / name.lstrip("/")).is_file()]
    assert missing == []
    assert {f"/{file.relative_to(built).as_posix()}" for file in built.glob("assets/*")} <= set(kept)


def test_no_lock_file_says_where_to_download(root: Path) -> None:
    assert '"resolved"' not in (root / "web" / "package-lock.json").read_text()
