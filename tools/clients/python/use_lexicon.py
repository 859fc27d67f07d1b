"""
Calls Lexicon: finds records by name and content, and creates them once. Needs DIGITALOCEAN_END_POINT and DIGITALOCEAN_ACCESS_TOKEN.

The base URL is set as a property of the provider.
"""

import os

import digitalocean
from lexicon.config import ConfigResolver
from lexicon.providers.digitalocean import Provider
from requests import HTTPError

from report import case, expect_error

zone = "lexicon.tidewater.example"


def connect(domain, token=os.environ["DIGITALOCEAN_ACCESS_TOKEN"]):
    options = {"provider_name": "digitalocean", "action": "list", "domain": domain, "type": "TXT", "ttl": 3600, "digitalocean": {"auth_token": token}}
    provider = Provider(ConfigResolver().with_dict(options))
    provider.api_endpoint = os.environ["DIGITALOCEAN_END_POINT"].rstrip("/")
    provider.authenticate()
    return provider


digitalocean.Domain(name=zone, ip_address="203.0.113.7").create()
provider = connect(zone)


def contents(kind, name):
    return sorted(record["content"] for record in provider.list_records(kind, name))


with case("short, full and dot-terminated names"):
    for name in ("_acme-challenge.short", f"_acme-challenge.full.{zone}", f"_acme-challenge.dot.{zone}."):
        assert provider.create_record("TXT", name, "challengetoken")
        assert contents("TXT", name) == ["challengetoken"], provider.list_records()

with case("host names are complete, without a trailing dot"):
    provider.create_record("CNAME", "docs", "docs.example.com")
    assert contents("CNAME", "docs") == ["docs.example.com"], provider.list_records("CNAME")

with case("a record created twice exists once"):
    provider.create_record("TXT", "once", "token")
    provider.create_record("TXT", "once", "token")
    assert contents("TXT", "once") == ["token"]

with case("several records of a name, one deleted"):
    for content in ("one", "two"):
        provider.create_record("TXT", "several", content)
    provider.delete_record(None, "TXT", "several", "one")
    assert contents("TXT", "several") == ["two"]

with case("update by identifier"):
    [record] = provider.list_records("TXT", "once")
    provider.update_record(record["id"], "TXT", "twice", "changed")
    assert contents("TXT", "twice") == ["changed"] and contents("TXT", "once") == []

with case("more records than fit on a page"):
    for number in range(25):
        provider.create_record("TXT", f"page-{number}", "x")
    assert len(provider.list_records("TXT", None, "x")) == 25

with case("a domain of another account"):
    expect_error(HTTPError, lambda: connect("elsewhere.example"))

with case("an invalid token"):
    expect_error(HTTPError, lambda: connect(zone, "nobody"))
