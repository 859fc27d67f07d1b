"""Runs the DNS plugin of certbot, which creates and removes the TXT record of a challenge."""

import os

import digitalocean
from certbot import errors
from certbot_dns_digitalocean._internal.dns_digitalocean import _DigitalOceanClient

from report import case, expect_error

token = os.environ["DIGITALOCEAN_ACCESS_TOKEN"]
client = _DigitalOceanClient(token)
domain = digitalocean.Domain(name="acme.tidewater.example", ip_address="203.0.113.7")
name, content = "_acme-challenge.www.acme.tidewater.example", "gfj9Xq-challenge"


def texts():
    return [(record.name, record.data) for record in domain.get_records() if record.type == "TXT"]


with case("a challenge is created"):
    domain.create()
    client.add_txt_record("www.acme.tidewater.example", name, content, 30)
    assert texts() == [("_acme-challenge.www", content)], texts()

with case("two challenges at the same time"):
    client.add_txt_record("www.acme.tidewater.example", name, "another", 30)
    client.del_txt_record("www.acme.tidewater.example", name, content)
    assert texts() == [("_acme-challenge.www", "another")], texts()

with case("the last challenge is removed"):
    client.del_txt_record("www.acme.tidewater.example", name, "another")
    assert texts() == [], texts()

with case("a domain of another account"):
    expect_error(errors.PluginError, lambda: client.add_txt_record("elsewhere.example", "_acme-challenge.elsewhere.example", "x", 30))

with case("an invalid token"):
    error = expect_error(errors.PluginError, lambda: _DigitalOceanClient("nobody").add_txt_record("acme.tidewater.example", name, "x", 30))
    assert "Did you provide a valid API token?" in str(error), error
