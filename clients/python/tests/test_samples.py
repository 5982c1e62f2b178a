"""The code samples of the page that shows the API."""

import subprocess
import sys
from pathlib import Path

import httpx

from helpers import server


def test_samples_of_the_documentation_have_correct_types(tmp_path: Path) -> None:
    document = httpx.get(f"{server()}/docs/openapi.json").json()
    files = 0
    for calls in document["paths"].values():
        for call in calls.values():
            for sample in call["x-codeSamples"]:
                if sample["lang"] == "python":
                    (tmp_path / f"{call['operationId']}.py").write_text(sample["source"])
                    files += 1
    assert files > 100
    mypy = [sys.executable, "-m", "mypy", "--strict", "--config-file", "/dev/null", str(tmp_path)]
    checked = subprocess.run(mypy, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout
