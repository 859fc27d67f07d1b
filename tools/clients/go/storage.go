package main

import "github.com/digitalocean/godo"

func useStorage(client *godo.Client) {
	storage := client.Storage
	volume := got[*godo.Volume]("Storage.CreateVolume")(storage.CreateVolume(ctx, &godo.VolumeCreateRequest{
		Region: "nyc3", Name: "covers", SizeGigaBytes: 10, FilesystemType: "ext4", FilesystemLabel: "covers",
	}))
	droplet := makeDroplet(client, "covers-01", godo.DropletCreateVolume{Name: "covers"})
	holds("a volume is found by name at creation", len(droplet.VolumeIDs) == 1, droplet.VolumeIDs)
	_, _, err := client.StorageActions.Attach(ctx, volume.ID, droplet.ID)
	refused("a volume that is attached", 422, err)

	detach := got[*godo.Action]("StorageActions.DetachByDropletID")(client.StorageActions.DetachByDropletID(ctx, volume.ID, droplet.ID))
	finish(client, "detach", detach.ID)
	attach := got[*godo.Action]("StorageActions.Attach")(client.StorageActions.Attach(ctx, volume.ID, droplet.ID))
	got[*godo.Action]("StorageActions.Get")(client.StorageActions.Get(ctx, volume.ID, attach.ID))
	finish(client, "attach", attach.ID)
	_, err = storage.DeleteVolume(ctx, volume.ID)
	holds("an attached volume stays", err != nil, err)
	detach = got[*godo.Action]("StorageActions.DetachByDropletID again")(client.StorageActions.DetachByDropletID(ctx, volume.ID, droplet.ID))
	finish(client, "detach again", detach.ID)
	resize := got[*godo.Action]("StorageActions.Resize")(client.StorageActions.Resize(ctx, volume.ID, 20, "nyc3"))
	finish(client, "resize", resize.ID)
	got[[]godo.Action]("StorageActions.List")(client.StorageActions.List(ctx, volume.ID, nil))

	volume = got[*godo.Volume]("Storage.GetVolume")(storage.GetVolume(ctx, volume.ID))
	holds("the volume has grown", volume.SizeGigaBytes == 20 && len(volume.DropletIDs) == 0, volume)
	found := got[[]godo.Volume]("Storage.ListVolumes")(storage.ListVolumes(ctx, &godo.ListVolumeParams{Name: "covers", Region: "nyc3"}))
	holds("it is found by name", len(found) == 1, found)
	got[[]godo.Volume]("Storage.ListVolumes of a page")(storage.ListVolumes(ctx, &godo.ListVolumeParams{ListOptions: &godo.ListOptions{Page: 1, PerPage: 200}}))

	snapshot := got[*godo.Snapshot]("Storage.CreateSnapshot")(storage.CreateSnapshot(ctx, &godo.SnapshotCreateRequest{VolumeID: volume.ID, Name: "friday"}))
	got[*godo.Snapshot]("Storage.GetSnapshot")(storage.GetSnapshot(ctx, snapshot.ID))
	got[[]godo.Snapshot]("Storage.ListSnapshots")(storage.ListSnapshots(ctx, volume.ID, nil))
	got[[]godo.Snapshot]("Snapshots.List")(client.Snapshots.List(ctx, nil))
	got[[]godo.Snapshot]("Snapshots.ListVolume")(client.Snapshots.ListVolume(ctx, nil))
	got[[]godo.Snapshot]("Snapshots.ListDroplet")(client.Snapshots.ListDroplet(ctx, nil))
	got[*godo.Snapshot]("Snapshots.Get")(client.Snapshots.Get(ctx, snapshot.ID))
	restored := got[*godo.Volume]("Storage.CreateVolume of a snapshot")(storage.CreateVolume(ctx, &godo.VolumeCreateRequest{
		Region: "nyc3", Name: "covers-2", SizeGigaBytes: 20, SnapshotID: snapshot.ID,
	}))
	response, err := client.Snapshots.Delete(ctx, snapshot.ID)
	done("Snapshots.Delete", response, err)
	_, err = storage.DeleteSnapshot(ctx, snapshot.ID)
	refused("a snapshot that is gone", 404, err)
	for _, id := range []string{volume.ID, restored.ID} {
		response, err = storage.DeleteVolume(ctx, id)
		done("Storage.DeleteVolume", response, err)
	}
}
