package main

import "github.com/digitalocean/godo"

func useStorage(client *godo.Client) {
	storage := client.Storage
	volume := reportResult[*godo.Volume]("Storage.CreateVolume")(storage.CreateVolume(ctx, &godo.VolumeCreateRequest{
		Region: "nyc3", Name: "covers", SizeGigaBytes: 10, FilesystemType: "ext4", FilesystemLabel: "covers",
	}))
	droplet := makeDroplet(client, "covers-01", godo.DropletCreateVolume{Name: "covers"})
	check("a volume is found by name at creation", len(droplet.VolumeIDs) == 1, droplet.VolumeIDs)
	_, _, err := client.StorageActions.Attach(ctx, volume.ID, droplet.ID)
	expectError("an attached volume", 422, err)

	detach := reportResult[*godo.Action]("StorageActions.DetachByDropletID")(client.StorageActions.DetachByDropletID(ctx, volume.ID, droplet.ID))
	finish(client, "detach", detach.ID)
	attach := reportResult[*godo.Action]("StorageActions.Attach")(client.StorageActions.Attach(ctx, volume.ID, droplet.ID))
	reportResult[*godo.Action]("StorageActions.Get")(client.StorageActions.Get(ctx, volume.ID, attach.ID))
	finish(client, "attach", attach.ID)
	_, err = storage.DeleteVolume(ctx, volume.ID)
	check("an attached volume stays", err != nil, err)
	detach = reportResult[*godo.Action]("StorageActions.DetachByDropletID again")(client.StorageActions.DetachByDropletID(ctx, volume.ID, droplet.ID))
	finish(client, "detach again", detach.ID)
	resize := reportResult[*godo.Action]("StorageActions.Resize")(client.StorageActions.Resize(ctx, volume.ID, 20, "nyc3"))
	finish(client, "resize", resize.ID)
	reportResult[[]godo.Action]("StorageActions.List")(client.StorageActions.List(ctx, volume.ID, nil))

	volume = reportResult[*godo.Volume]("Storage.GetVolume")(storage.GetVolume(ctx, volume.ID))
	check("the volume has grown", volume.SizeGigaBytes == 20 && len(volume.DropletIDs) == 0, volume)
	found := reportResult[[]godo.Volume]("Storage.ListVolumes")(storage.ListVolumes(ctx, &godo.ListVolumeParams{Name: "covers", Region: "nyc3"}))
	check("it is found by name", len(found) == 1, found)
	reportResult[[]godo.Volume]("Storage.ListVolumes of a page")(storage.ListVolumes(ctx, &godo.ListVolumeParams{ListOptions: &godo.ListOptions{Page: 1, PerPage: 200}}))

	snapshot := reportResult[*godo.Snapshot]("Storage.CreateSnapshot")(storage.CreateSnapshot(ctx, &godo.SnapshotCreateRequest{VolumeID: volume.ID, Name: "friday"}))
	reportResult[*godo.Snapshot]("Storage.GetSnapshot")(storage.GetSnapshot(ctx, snapshot.ID))
	reportResult[[]godo.Snapshot]("Storage.ListSnapshots")(storage.ListSnapshots(ctx, volume.ID, nil))
	reportResult[[]godo.Snapshot]("Snapshots.List")(client.Snapshots.List(ctx, nil))
	reportResult[[]godo.Snapshot]("Snapshots.ListVolume")(client.Snapshots.ListVolume(ctx, nil))
	reportResult[[]godo.Snapshot]("Snapshots.ListDroplet")(client.Snapshots.ListDroplet(ctx, nil))
	reportResult[*godo.Snapshot]("Snapshots.Get")(client.Snapshots.Get(ctx, snapshot.ID))
	restored := reportResult[*godo.Volume]("Storage.CreateVolume of a snapshot")(storage.CreateVolume(ctx, &godo.VolumeCreateRequest{
		Region: "nyc3", Name: "covers-2", SizeGigaBytes: 20, SnapshotID: snapshot.ID,
	}))
	response, err := client.Snapshots.Delete(ctx, snapshot.ID)
	reportCall("Snapshots.Delete", response, err)
	_, err = storage.DeleteSnapshot(ctx, snapshot.ID)
	expectError("a deleted snapshot", 404, err)
	for _, id := range []string{volume.ID, restored.ID} {
		response, err = storage.DeleteVolume(ctx, id)
		reportCall("Storage.DeleteVolume", response, err)
	}
}
