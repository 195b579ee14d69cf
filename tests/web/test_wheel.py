"""What is installed from the wheel, in an environment without our sources, serves the client."""

import os
import re
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import httpx
import pytest

from tests.server.processes import wait_for


@pytest.mark.slow
def test_the_wheel_serves_the_client(built: Path, root: Path, tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=root, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    folder = tmp_path / "environment"
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    install = [sys.executable, "-m", "pip", f"--python={python}", "install", "--no-deps", "--quiet", str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    places = sysconfig.get_path("purelib", vars={"base": str(folder)})
    # What we stand on comes from this environment; ourselves only from the wheel, which stands before it.
    (Path(places) / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    code = "import azulejo.server, sys; print(azulejo.server.__path__[0]); from azulejo.cli import main; main()"
    with subprocess.Popen(
        [python, "-c", code, "serve", "--port", "0"],
        cwd=tmp_path,
        env={**os.environ, "AZULEJO_DATABASE": f"sqlite:///{tmp_path}/tables.sqlite", "AZULEJO_WARM_UP": "false"},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline().startswith(str(folder))
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found is not None
            url = found[0]
            wait_for(lambda: httpx.get(f"{url}health/ready").status_code == 200)
            page = httpx.get(url)
            scripts = re.findall(r'src="/(assets/[^"]+)"', page.text)
            assert scripts
            assert all(httpx.get(url + script).status_code == 200 for script in scripts)
            assert httpx.get(f"{url}t/somewhere").text == page.text
            assert "script-src 'self'" in page.headers["content-security-policy"]
        finally:
            process.terminate()
