"""
Calls Apache Libcloud for servers and domains. Needs DIGITALOCEAN_END_POINT and DIGITALOCEAN_ACCESS_TOKEN.

The drivers ignore a given host, so their connection class is replaced with one that sets it.
"""

import os
from urllib.parse import urlparse

from libcloud.common.digitalocean import DigitalOcean_v2_Connection
from libcloud.common.types import InvalidCredsError
from libcloud.compute.drivers.digitalocean import DigitalOcean_v2_NodeDriver, DigitalOceanNodeDriver
from libcloud.compute.types import NodeState
from libcloud.dns.drivers.digitalocean import DigitalOceanDNSDriver
from libcloud.dns.types import RecordType

from report import case, expect_error, wait

where = urlparse(os.environ["DIGITALOCEAN_END_POINT"])
token = os.environ["DIGITALOCEAN_ACCESS_TOKEN"]


class Connection(DigitalOcean_v2_Connection):
    def __init__(self, key, *_secure, **_more):
        super().__init__(key, secure=False, host=where.hostname, port=where.port)


DigitalOcean_v2_NodeDriver.connectionCls = DigitalOceanDNSDriver.connectionCls = Connection
servers = DigitalOceanNodeDriver(token)
domains = DigitalOceanDNSDriver(token)


def read(node):
    return servers.ex_get_node_details(node.id)


def settle():
    """Returns true if no action is in progress."""
    wait(lambda: all(action["status"] == "completed" for action in servers.ex_list_events()))


with case("account and catalogs"):
    assert servers.ex_account_info()["status"] == "active"
    location = next(found for found in servers.list_locations() if found.id == "nyc3")
    size = next(found for found in servers.list_sizes() if found.id == "s-1vcpu-2gb")
    image = next(found for found in servers.list_images() if found.extra["slug"] == "ubuntu-24-04-x64")
    assert size.ram == 2048 and size.price > 0 and servers.get_image(image.id).name == image.name
    many = len(servers.list_sizes())
    servers.ex_per_page = 3
    assert len(servers.list_sizes()) == many > 3
    servers.ex_per_page = 200

with case("a key"):
    public_key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0lYaHSAGUzoO7Cr3XgJHEBYiT5gNXQqfcQlAE1VmBr clerk"
    key = servers.create_key_pair("clerk", public_key)
    assert servers.get_key_pair("clerk").fingerprint == key.fingerprint

with case("a server and its actions"):
    more = {"ssh_keys": [key.fingerprint], "ipv6": True, "tags": ["libcloud"]}
    node = servers.create_node("web-01", size, image, location, ex_create_attr=more, ex_user_data="#cloud-config")
    wait(lambda: read(node).state == NodeState.RUNNING)
    settle()
    node = read(node)
    assert node.public_ips and node.private_ips and node.size.name == size.name and node.image.name == image.name, node
    for act in (servers.reboot_node, servers.ex_hard_reboot, servers.ex_rebuild_node, servers.ex_shutdown_node):
        assert act(node)
        settle()
    assert read(node).state == NodeState.STOPPED
    bigger = next(found for found in servers.list_sizes() if found.id == "s-2vcpu-4gb")
    assert servers.create_image(node, "web-before-sale")
    settle()
    assert servers.ex_resize_node(node, bigger)
    settle()
    assert servers.ex_power_on_node(node)
    settle()
    assert servers.ex_rename_node(node, "web-02")
    settle()
    assert [(found.name, found.size.name) for found in servers.list_nodes()] == [("web-02", "s-2vcpu-4gb")]
    taken = next(found for found in servers.list_images() if found.name == "web-before-sale")
    assert servers.delete_image(taken)

with case("a volume"):
    volume = servers.create_volume(10, "covers", location)
    assert servers.attach_volume(node, volume)
    settle()
    volume = servers.list_volumes()[0]
    assert [str(found) for found in volume.extra["droplet_ids"]] == [node.id], volume.extra
    snapshot = servers.create_volume_snapshot(volume, "friday")
    assert [found.name for found in servers.list_volume_snapshots(volume)] == ["friday"]
    assert servers.delete_volume_snapshot(snapshot)
    assert servers.detach_volume(volume)
    settle()
    assert servers.destroy_volume(volume)

with case("an address"):
    address = servers.ex_create_floating_ip(location)
    assert servers.ex_attach_floating_ip_to_node(node, address)
    settle()
    assert str(servers.ex_get_floating_ip(address.ip_address).node_id) == node.id
    assert servers.ex_detach_floating_ip_from_node(node, address)
    settle()
    assert servers.ex_delete_floating_ip(address)

with case("a zone and its records"):
    zone = domains.create_zone("cloud.tidewater.example", extra={"ip": "203.0.113.7"})
    assert domains.get_zone(zone.id).domain == zone.domain
    created = domains.create_record("mail", zone, RecordType.MX, "mx.cloud.tidewater.example.", {"priority": 10})
    domains.update_record(created, data="mx2.cloud.tidewater.example.", extra={"priority": 5, "ttl": 600})
    updated = domains.get_record(zone.id, created.id)
    assert (updated.data, updated.ttl, updated.extra["priority"]) == ("mx2.cloud.tidewater.example", 600, 5), updated
    apex = domains.create_record("@", zone, RecordType.TXT, "v=spf1 -all")
    assert domains.get_record(zone.id, apex.id).name == "@", apex
    assert domains.delete_record(created) and domains.delete_record(apex)
    assert {found.type for found in domains.list_records(zone)} >= {"NS", "A"}
    assert domains.delete_zone(zone)
    assert domains.list_zones() == []

with case("an invalid token"):
    expect_error(InvalidCredsError, DigitalOceanNodeDriver("nobody").ex_account_info)

with case("the server is deleted"):
    assert servers.destroy_node(node) and servers.delete_key_pair(key)
    wait(lambda: servers.list_nodes() == [])
