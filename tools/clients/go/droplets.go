package main

import (
	"os"
	"strconv"

	"github.com/digitalocean/godo"
	"github.com/digitalocean/godo/util"
)

var ubuntu = godo.DropletCreateImage{Slug: "ubuntu-24-04-x64"}

func makeDroplet(client *godo.Client, name string, volumes ...godo.DropletCreateVolume) *godo.Droplet {
	droplet, response, err := client.Droplets.Create(ctx, &godo.DropletCreateRequest{
		Name: name, Region: "nyc3", Size: "s-1vcpu-2gb", Image: ubuntu, IPv6: true, PrivateNetworking: true, Volumes: volumes, Tags: []string{"go"},
	})
	if !reportCall("Droplets.Create "+name, response, err) {
		return &godo.Droplet{}
	}
	finish(client, "create "+name, response.Links.Actions[0].ID)
	return reportResult[*godo.Droplet]("Droplets.Get " + name)(client.Droplets.Get(ctx, droplet.ID))
}

func finish(client *godo.Client, name string, id int) {
	wait(name, func() (bool, error) {
		action, _, err := client.Actions.Get(ctx, id)
		return err == nil && action.Status == godo.ActionCompleted, err
	})
}

func useDroplets(client *godo.Client) {
	droplet := makeDroplet(client, "web-01")
	public, err := droplet.PublicIPv4()
	report("PublicIPv4", err)
	private, err := droplet.PrivateIPv4()
	check("it has both addresses", err == nil && public != "" && private != "", droplet.Networks)
	check("it is active and open", droplet.Status == "active" && !droplet.Locked && droplet.Region.Slug == "nyc3", droplet)

	actions := client.DropletActions
	act := func(name string) func(*godo.Action, *godo.Response, error) *godo.Action {
		return func(action *godo.Action, response *godo.Response, err error) *godo.Action {
			if !reportCall("DropletActions."+name, response, err) {
				return &godo.Action{}
			}
			finish(client, name, action.ID)
			return action
		}
	}
	id := droplet.ID
	act("Reboot")(actions.Reboot(ctx, id))
	act("PowerCycle")(actions.PowerCycle(ctx, id))
	action := act("Shutdown")(actions.Shutdown(ctx, id))
	reportResult[*godo.Action]("DropletActions.Get")(actions.Get(ctx, id, action.ID))
	_, _, err = actions.PowerOff(ctx, id)
	expectError("PowerOff of a stopped droplet", 422, err)
	act("Resize")(actions.Resize(ctx, id, "s-2vcpu-4gb", true))
	act("Snapshot")(actions.Snapshot(ctx, id, "web-before-sale"))
	act("PowerOn")(actions.PowerOn(ctx, id))
	act("Rename")(actions.Rename(ctx, id, "web-02"))
	act("EnableBackups")(actions.EnableBackups(ctx, id))
	act("DisableBackups")(actions.DisableBackups(ctx, id))
	act("EnablePrivateNetworking")(actions.EnablePrivateNetworking(ctx, id))
	act("PasswordReset")(actions.PasswordReset(ctx, id))
	act("RebuildByImageSlug")(actions.RebuildByImageSlug(ctx, id, "debian-12-x64"))
	snapshots := reportResult[[]godo.Image]("Droplets.Snapshots")(client.Droplets.Snapshots(ctx, id, nil))
	check("one snapshot is there", len(snapshots) == 1, snapshots)
	act("Restore")(actions.Restore(ctx, id, snapshots[0].ID))
	action = act("RebuildByImageID")(actions.RebuildByImageID(ctx, id, snapshots[0].ID))
	reportResult[*godo.Action]("DropletActions.GetByURI")(actions.GetByURI(ctx, os.Getenv("PLATFORM_URL")+"/v2/droplets/"+strconv.Itoa(id)+"/actions/"+strconv.Itoa(action.ID)))
	// Current droplets have no separate kernel.
	_, _, err = actions.ChangeKernel(ctx, id, 7515)
	expectError("ChangeKernel", 422, err)
	useByTag(client)
	useImages(client, snapshots[0].ID)

	action = reportResult[*godo.Action]("DropletActions.PowerOff")(actions.PowerOff(ctx, id))
	_, _, err = actions.PowerOn(ctx, id)
	expectError("a second action at once", 422, err)
	finish(client, "PowerOff", action.ID)
	reportResult[[]godo.Action]("Droplets.Actions")(client.Droplets.Actions(ctx, id, &godo.ListOptions{PerPage: 2}))
	reportResult[[]godo.Action]("Actions.List")(client.Actions.List(ctx, &godo.ListOptions{PerPage: 200}))
	reportResult[[]godo.Kernel]("Droplets.Kernels")(client.Droplets.Kernels(ctx, id, nil))
	reportResult[[]godo.Image]("Droplets.Backups")(client.Droplets.Backups(ctx, id, nil))
	reportResult[[]godo.Droplet]("Droplets.Neighbors")(client.Droplets.Neighbors(ctx, id))
	reportResult[[]godo.Droplet]("Droplets.List")(client.Droplets.List(ctx, &godo.ListOptions{Page: 1, PerPage: 200}))
	response, err := client.Droplets.Delete(ctx, id)
	reportCall("Droplets.Delete", response, err)
	_, err = client.Droplets.Delete(ctx, id)
	expectError("a deleted droplet", 404, err)
}

func useByTag(client *godo.Client) {
	_, response, err := client.Droplets.CreateMultiple(ctx, &godo.DropletMultiCreateRequest{
		Names: []string{"shop-01", "shop-02"}, Region: "nyc3", Size: "s-1vcpu-2gb", Image: ubuntu, Tags: []string{"shop"},
	})
	reportCall("Droplets.CreateMultiple", response, err)
	for _, link := range response.Links.Actions {
		report("util.WaitForActive", util.WaitForActive(ctx, client, link.HREF))
	}
	actions := client.DropletActions
	each := func(name string) func([]godo.Action, *godo.Response, error) {
		return func(all []godo.Action, response *godo.Response, err error) {
			reportCall("DropletActions."+name, response, err)
			check(name+" starts two", len(all) == 2, all)
			for _, action := range all {
				finish(client, name+" "+strconv.Itoa(action.ResourceID), action.ID)
			}
		}
	}
	each("PowerOffByTag")(actions.PowerOffByTag(ctx, "shop"))
	each("PowerOnByTag")(actions.PowerOnByTag(ctx, "shop"))
	each("ShutdownByTag")(actions.ShutdownByTag(ctx, "shop"))
	each("PowerCycleByTag")(actions.PowerCycleByTag(ctx, "shop"))
	each("SnapshotByTag")(actions.SnapshotByTag(ctx, "shop", "friday"))
	each("EnableBackupsByTag")(actions.EnableBackupsByTag(ctx, "shop"))
	each("DisableBackupsByTag")(actions.DisableBackupsByTag(ctx, "shop"))
	each("EnableIPv6ByTag")(actions.EnableIPv6ByTag(ctx, "shop"))
	found := reportResult[[]godo.Droplet]("Droplets.ListByTag")(client.Droplets.ListByTag(ctx, "shop", nil))
	check("the tag finds two", len(found) == 2, found)
	response, err = client.Droplets.DeleteByTag(ctx, "shop")
	reportCall("Droplets.DeleteByTag", response, err)
}

func useImages(client *godo.Client, snapshot int) {
	images := client.Images
	options := &godo.ListOptions{PerPage: 200}
	reportResult[[]godo.Image]("Images.List")(images.List(ctx, options))
	reportResult[[]godo.Image]("Images.ListDistribution")(images.ListDistribution(ctx, options))
	reportResult[[]godo.Image]("Images.ListApplication")(images.ListApplication(ctx, options))
	mine := reportResult[[]godo.Image]("Images.ListUser")(images.ListUser(ctx, options))
	check("own images are private", len(mine) > 0 && !mine[0].Public, mine)
	reportResult[[]godo.Image]("Images.ListByTag")(images.ListByTag(ctx, "go", options))
	reportResult[*godo.Image]("Images.GetBySlug")(images.GetBySlug(ctx, "ubuntu-24-04-x64"))
	reportResult[*godo.Image]("Images.GetByID")(images.GetByID(ctx, snapshot))
	reportResult[*godo.Image]("Images.Update")(images.Update(ctx, snapshot, &godo.ImageUpdateRequest{Name: "web-on-friday"}))
	transfer := reportResult[*godo.Action]("ImageActions.Transfer")(client.ImageActions.Transfer(ctx, snapshot, &godo.ActionRequest{"type": "transfer", "region": "ams3"}))
	reportResult[*godo.Action]("ImageActions.Get")(client.ImageActions.Get(ctx, snapshot, transfer.ID))
	finish(client, "Transfer", transfer.ID)
	// Only backups can be converted to snapshots.
	_, _, err := client.ImageActions.Convert(ctx, snapshot)
	expectError("ImageActions.Convert", 422, err)
	custom := reportResult[*godo.Image]("Images.Create")(images.Create(ctx, &godo.CustomImageCreateRequest{
		Name: "flatcar", Url: "http://images.tidewater.example/flatcar.qcow2", Region: "nyc3", Distribution: "CoreOS", Tags: []string{"go"},
	}))
	wait("the import", func() (bool, error) {
		image, _, err := images.GetByID(ctx, custom.ID)
		return err == nil && image.Status == "available", err
	})
	response, err := images.Delete(ctx, custom.ID)
	reportCall("Images.Delete", response, err)
}
