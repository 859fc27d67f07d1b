VOLUME = {"name": "shelves", "region": "nyc3", "size_gigabytes": 10}


def test_creates_and_deletes_a_volume(platform):
    status, created = platform.request("POST", "/v2/volumes", VOLUME)
    assert status == 201
    path = f"/v2/volumes/{created['volume']['id']}"
    assert platform.request("DELETE", path) == (204, None)
    assert platform.request("GET", path)[0] == 404


def test_is_isolated_from_other_tests(platform):
    assert platform.request("GET", "/v2/volumes")[1]["volumes"] == []
    # The name is unique per account, not per sandbox.
    assert platform.request("POST", "/v2/volumes", VOLUME)[0] == 201
