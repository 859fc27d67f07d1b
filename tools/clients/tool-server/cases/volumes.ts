import type { Family } from '../tool-case.ts'

export const volumes: Family = {
  name: 'volumes',
  steps: [
    {
      tool: 'droplet-create',
      input: { Name: 'db-1', Region: 'nyc3', Size: 's-1vcpu-1gb', ImageSlug: 'ubuntu-24-04-x64' },
      save: { droplet: 'id' },
    },
    {
      tool: 'volume-create',
      advanceSeconds: 120,
      input: {
        Name: 'data',
        SizeGigaBytes: 10,
        Region: 'nyc3',
        Description: 'rows',
        FilesystemType: 'ext4',
        FilesystemLabel: 'data',
        Tags: ['db'],
      },
      save: { volume: 'id' },
      expected: { size_gigabytes: 10, filesystem_type: 'ext4' },
    },
    { tool: 'volume-create', input: { Name: 'data', SizeGigaBytes: 10, Region: 'nyc3' }, expectedError: '409' },
    { tool: 'volume-get', input: { ID: '{volume}' }, expected: { name: 'data' } },
    { tool: 'volume-list', input: { Region: 'nyc3', Name: 'data' }, expected: { '#': 1 } },
    {
      tool: 'volume-attach',
      input: { VolumeID: '{volume}', DropletID: '{droplet}' },
      save: { action: 'id' },
      expected: { type: 'attach_volume' },
    },
    {
      tool: 'volume-action-get',
      advanceSeconds: 120,
      input: { VolumeID: '{volume}', ActionID: '{action}' },
      expected: { status: 'completed' },
    },
    { tool: 'volume-resize', input: { VolumeID: '{volume}', SizeGigaBytes: 20, Region: 'nyc3' }, expected: { type: 'resize_volume' } },
    { tool: 'volume-action-list', advanceSeconds: 120, input: { VolumeID: '{volume}' }, expected: { '#': 2 } },
    { tool: 'volume-snapshot-create', input: { VolumeID: '{volume}', Name: 'monday', Tags: ['db'] }, save: { snapshot: 'id' } },
    { tool: 'volume-snapshot-get', input: { ID: '{snapshot}' }, expected: { name: 'monday' } },
    { tool: 'volume-snapshot-list', input: { VolumeID: '{volume}' }, expected: { '#': 1 } },
    { tool: 'volume-create', input: { Name: 'copy', SizeGigaBytes: 20, Region: 'nyc3', SnapshotID: '{snapshot}' }, save: { copy: 'id' } },
    { tool: 'volume-snapshot-delete', input: { ID: '{snapshot}' } },
    { tool: 'volume-detach', input: { VolumeID: '{volume}', DropletID: '{droplet}' }, expected: { type: 'detach_volume' } },
    { tool: 'volume-delete', advanceSeconds: 120, input: { ID: '{volume}' } },
    { tool: 'volume-delete', input: { ID: '{copy}' } },
    { tool: 'volume-get', input: { ID: '{volume}' }, expectedError: '404' },
    { tool: 'droplet-delete', input: { ID: '{droplet}' } },
  ],
}
