import os

import pytest

from platform_api import Platform


@pytest.fixture
def platform():
    """An account of its own for each test: those of other tests, and of other workers of pytest-xdist, see nothing of it."""
    url = os.environ["DIGITALOCEAN_API_URL"]
    _, account = Platform(url).ask("POST", "/_sandbox/accounts", {})
    yield Platform(url, account["tokens"]["full"])
    Platform(url).ask("DELETE", "/_sandbox/accounts", {"id": account["id"]})
