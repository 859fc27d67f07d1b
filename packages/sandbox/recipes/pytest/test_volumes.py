ORDER = {"name": "shelves", "region": "nyc3", "size_gigabytes": 10}


def test_orders_a_volume_and_gives_it_back(platform):
    status, ordered = platform.ask("POST", "/v2/volumes", ORDER)
    assert status == 201
    path = f"/v2/volumes/{ordered['volume']['id']}"
    assert platform.ask("DELETE", path) == (204, None)
    assert platform.ask("GET", path)[0] == 404


def test_sees_nothing_of_the_others(platform):
    assert platform.ask("GET", "/v2/volumes")[1]["volumes"] == []
    # The name is taken once in an account, not once in the sandbox.
    assert platform.ask("POST", "/v2/volumes", ORDER)[0] == 201
