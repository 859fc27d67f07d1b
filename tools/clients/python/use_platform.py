"""Calls python-digitalocean, which reads DIGITALOCEAN_END_POINT and DIGITALOCEAN_ACCESS_TOKEN."""

import digitalocean
from digitalocean.baseapi import POST

from report import case, expect_error, wait

manager = digitalocean.Manager()
web = {"region": "nyc3", "size_slug": "s-1vcpu-2gb", "image": "ubuntu-24-04-x64"}


def finish(action):
    """Polls the action with the library until it has completed."""
    assert action.wait(update_every_seconds=0.1), "the action failed"


def make_droplet(name, **more):
    droplet = digitalocean.Droplet(name=name, **web, **more)
    droplet.create()
    wait(lambda: all(action.status == "completed" for action in droplet.get_actions()))
    return droplet.load()


with case("account, balance and catalogs"):
    assert manager.get_account().status == "active"
    assert manager.get_balance().month_to_date_usage
    assert len(manager.get_all_regions()) > 5
    assert len(manager.get_all_sizes()) > 5
    assert manager.get_image("ubuntu-24-04-x64").distribution == "Ubuntu"
    assert len(manager.get_global_images()) >= len(manager.get_distro_images()) > 3
    assert len(manager.get_app_images()) > 0
    assert int(manager.ratelimit_limit if hasattr(manager, "ratelimit_limit") else 5000) == 5000

with case("a droplet and its actions"):
    droplet = make_droplet("web-01", ipv6=True, private_networking=True, tags=["python"])
    assert droplet.status == "active" and droplet.ip_address and droplet.private_ip_address and droplet.ip_v6_address
    for act in (droplet.reboot, droplet.power_cycle, droplet.shutdown, droplet.power_on, droplet.power_off):
        finish(droplet.get_action(act()["action"]["id"]))
    assert droplet.load().status == "off"
    finish(droplet.take_snapshot("web-before-sale", return_dict=False))
    finish(droplet.resize("s-2vcpu-4gb", return_dict=False))
    finish(droplet.power_on(return_dict=False))
    finish(droplet.rename("web-02", return_dict=False))
    finish(droplet.enable_backups(return_dict=False))
    finish(droplet.rebuild("debian-12-x64", return_dict=False))
    assert droplet.load().name == "web-02" and droplet.size_slug == "s-2vcpu-4gb"
    assert [snapshot.load().name for snapshot in droplet.get_snapshots()] == ["web-before-sale"]
    assert [found.id for found in manager.get_all_droplets(tag_name="python")] == [droplet.id]

with case("a second action at the same time fails"):
    action = droplet.power_off(return_dict=False)
    error = expect_error(digitalocean.DataReadError, droplet.reboot)
    assert "pending event" in str(error), error
    finish(action)

with case("several droplets at once, deleted"):
    created = digitalocean.Droplet.create_multiple(names=["shop-01", "shop-02"], tags=["shop"], token=manager.token, **web)
    wait(lambda: all(found.status == "active" for found in manager.get_all_droplets(tag_name="shop")))
    assert len(created) == 2
    for each in manager.get_all_droplets(tag_name="shop"):
        assert each.destroy() is True
    expect_error(digitalocean.NotFoundError, lambda: manager.get_droplet(created[0].id))

with case("a snapshot as an image"):
    image = manager.get_my_images()[0]
    image.rename("web-on-friday")
    image.transfer("ams3")
    assert manager.get_image(image.id).name == "web-on-friday"

with case("a volume"):
    volume = digitalocean.Volume(name="covers", region="nyc3", size_gigabytes=10, filesystem_type="ext4")
    volume.create()
    host = make_droplet("covers-01")
    finish(host.get_action(volume.attach(host.id, "nyc3")["action"]["id"]))
    assert manager.get_volume(volume.id).droplet_ids == [host.id]
    expect_error(digitalocean.DataReadError, volume.destroy)
    wait(lambda: volume.detach(host.id, "nyc3")["action"]["id"] > 0)
    wait(lambda: manager.get_volume(volume.id).droplet_ids == [])
    volume.resize(20, "nyc3")
    volume.snapshot("friday")
    assert len(volume.get_snapshots()) == 1 and len(manager.get_volume_snapshots()) == 1
    assert len(manager.get_all_volumes("nyc3")) == 1
    for snapshot in volume.get_snapshots():
        snapshot.destroy()
    wait(lambda: manager.get_volume(volume.id).size_gigabytes == 20)
    volume.destroy()

with case("a domain and its records"):
    domain = digitalocean.Domain(name="py.tidewater.example", ip_address="203.0.113.7")
    domain.create()
    created = domain.create_new_domain_record(type="TXT", name="note", data="hello")["domain_record"]
    record = next(found for found in domain.get_records() if found.id == created["id"])
    record.data = "good bye"
    record.save()
    assert digitalocean.Record.get_object(record.token, domain.name, record.id).data == "good bye"
    record.destroy()
    domain.destroy()

with case("keys and tags"):
    public_key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0lYaHSAGUzoO7Cr3XgJHEBYiT5gNXQqfcQlAE1VmBr clerk"
    key = digitalocean.SSHKey(name="clerk", public_key=public_key)
    key.create()
    assert key.load_by_pub_key(public_key).id == key.id
    key.name = "till"
    key.edit()
    assert [found.name for found in manager.get_all_sshkeys()] == ["till"]
    key.destroy()
    tag = digitalocean.Tag(name="ledgers")
    tag.create()
    tag.add_droplets([str(droplet.id)])
    assert manager.get_all_tags() and tag.resources is not None
    tag.remove_droplets([str(droplet.id)])
    tag.delete()

with case("addresses"):
    address = digitalocean.FloatingIP(region_slug="nyc3")
    address.reserve()
    action = address.assign(droplet.id)["action"]
    wait(lambda: manager.get_action(action["id"]).status == "completed")
    assert manager.get_floating_ip(address.ip).droplet["id"] == droplet.id
    action = address.unassign()["action"]
    wait(lambda: manager.get_action(action["id"]).status == "completed")
    address.destroy()

with case("a firewall"):
    # The library's rule class lacks `action`, which the platform returns in each rule. Requests without it work.
    rules = {
        "inbound_rules": [{"protocol": "tcp", "ports": "22", "sources": {"addresses": ["0.0.0.0/0"]}}],
        "outbound_rules": [{"protocol": "tcp", "ports": "all", "destinations": {"addresses": ["0.0.0.0/0"]}}],
    }
    created = manager.get_data("firewalls", type=POST, params={"name": "front", "droplet_ids": [droplet.id], **rules})["firewall"]
    firewall = digitalocean.Firewall(id=created["id"])
    firewall.add_tags(["python"])
    assert manager.get_data(f"firewalls/{firewall.id}")["firewall"]["tags"] == ["python"]
    firewall.destroy()

with case("a load balancer"):
    forwarding = digitalocean.ForwardingRule(entry_protocol="http", entry_port=80, target_protocol="http", target_port=80)
    check = digitalocean.HealthCheck(protocol="http", port=80, path="/")
    balancer = digitalocean.LoadBalancer(
        name="front", region="nyc3", algorithm="round_robin", forwarding_rules=[forwarding], health_check=check,
        sticky_sessions=digitalocean.StickySessions(type="none"), redirect_http_to_https=False, droplet_ids=[droplet.id],
    )
    balancer.create()
    wait(lambda: manager.get_load_balancer(balancer.id).status == "active")
    balancer.load()
    balancer.name = "front-2"
    balancer.save()
    balancer.destroy()

with case("projects and networks"):
    project = digitalocean.Project(name="Shop", description="", purpose="Web Application", environment="Production")
    project.create_project()
    project.assign_resource([f"do:droplet:{droplet.id}"])
    assert [found.name for found in manager.get_all_projects() if found.id == project.id] == ["Shop"]
    assert manager.get_default_project().is_default
    network = digitalocean.VPC(name="office", region="nyc3", ip_range="10.55.0.0/24")
    network.create()
    network.rename("office-2")
    assert manager.get_vpc(network.id).name == "office-2"
    network.destroy()

with case("pagination"):
    for number in range(5):
        digitalocean.Tag(name=f"page-{number}").create()
    assert len(manager.get_data("tags", params={"per_page": 2})["tags"]) == len(manager.get_all_tags()) >= 5

with case("an unknown token"):
    expect_error(digitalocean.DataReadError, digitalocean.Manager(token="nobody").get_account)

with case("the droplet is deleted"):
    assert droplet.destroy() is True
    expect_error(digitalocean.NotFoundError, lambda: manager.get_droplet(droplet.id))
