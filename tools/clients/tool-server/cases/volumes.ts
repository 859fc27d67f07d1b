import type { Family } from '../tool-case.ts'

export const volumes: Family = {
  name: 'volumes',
  steps: [
    {
      tool: 'droplet-create',
      with: { Name: 'db-1', Region: 'nyc3', Size: 's-1vcpu-1gb', ImageSlug: 'ubuntu-24-04-x64' },
      keep: { droplet: 'id' },
    },
    {
      tool: 'volume-create',
      after: 120,
      with: {
        Name: 'data',
        SizeGigaBytes: 10,
        Region: 'nyc3',
        Description: 'rows',
        FilesystemType: 'ext4',
        FilesystemLabel: 'data',
        Tags: ['db'],
      },
      keep: { volume: 'id' },
      shows: { size_gigabytes: 10, filesystem_type: 'ext4' },
    },
    { tool: 'volume-create', with: { Name: 'data', SizeGigaBytes: 10, Region: 'nyc3' }, refused: '409' },
    { tool: 'volume-get', with: { ID: '{volume}' }, shows: { name: 'data' } },
    { tool: 'volume-list', with: { Region: 'nyc3', Name: 'data' }, shows: { '#': 1 } },
    {
      tool: 'volume-attach',
      with: { VolumeID: '{volume}', DropletID: '{droplet}' },
      keep: { action: 'id' },
      shows: { type: 'attach_volume' },
    },
    { tool: 'volume-action-get', after: 120, with: { VolumeID: '{volume}', ActionID: '{action}' }, shows: { status: 'completed' } },
    { tool: 'volume-resize', with: { VolumeID: '{volume}', SizeGigaBytes: 20, Region: 'nyc3' }, shows: { type: 'resize_volume' } },
    { tool: 'volume-action-list', after: 120, with: { VolumeID: '{volume}' }, shows: { '#': 2 } },
    { tool: 'volume-snapshot-create', with: { VolumeID: '{volume}', Name: 'monday', Tags: ['db'] }, keep: { snapshot: 'id' } },
    { tool: 'volume-snapshot-get', with: { ID: '{snapshot}' }, shows: { name: 'monday' } },
    { tool: 'volume-snapshot-list', with: { VolumeID: '{volume}' }, shows: { '#': 1 } },
    { tool: 'volume-create', with: { Name: 'copy', SizeGigaBytes: 20, Region: 'nyc3', SnapshotID: '{snapshot}' }, keep: { copy: 'id' } },
    { tool: 'volume-snapshot-delete', with: { ID: '{snapshot}' } },
    { tool: 'volume-detach', with: { VolumeID: '{volume}', DropletID: '{droplet}' }, shows: { type: 'detach_volume' } },
    { tool: 'volume-delete', after: 120, with: { ID: '{volume}' } },
    { tool: 'volume-delete', with: { ID: '{copy}' } },
    { tool: 'volume-get', with: { ID: '{volume}' }, refused: '404' },
    { tool: 'droplet-delete', with: { ID: '{droplet}' } },
  ],
}
