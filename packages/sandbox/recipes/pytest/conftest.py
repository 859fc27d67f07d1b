import os

import pytest

from platform_api import Platform


@pytest.fixture
def platform():
    """One account per test, isolated from other tests and other workers of pytest-xdist."""
    url = os.environ["DIGITALOCEAN_API_URL"]
    _, account = Platform(url).request("POST", "/_sandbox/accounts", {})
    yield Platform(url, account["tokens"]["full"])
    Platform(url).request("DELETE", "/_sandbox/accounts", {"id": account["id"]})
