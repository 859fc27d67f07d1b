import type { Family } from '../tool-case.ts'

export const images: Family = {
  name: 'images',
  steps: [
    { tool: 'image-list', with: { Type: 'distribution', PerPage: 3 }, shows: { '#': 3 } },
    {
      tool: 'image-create',
      with: {
        Name: 'own',
        Url: 'https://images.tidewater.example/own.qcow2',
        Region: 'nyc3',
        Distribution: 'Ubuntu',
        Description: 'ours',
        Tags: ['base'],
      },
      keep: { image: 'id' },
    },
    { tool: 'image-get', after: 600, with: { ID: '{image}' }, shows: { status: 'available' } },
    { tool: 'image-update', with: { ID: '{image}', Name: 'ours' }, shows: { name: 'ours' } },
    { tool: 'image-action-transfer', with: { ID: '{image}', Region: 'ams3' }, keep: { action: 'id' }, shows: { type: 'transfer' } },
    { tool: 'image-action-get', after: 600, with: { ImageID: '{image}', ActionID: '{action}' }, shows: { status: 'completed' } },
    // Only backups can be converted to snapshots.
    { tool: 'image-action-convert', with: { ID: '{image}' }, refused: '422' },
    { tool: 'image-delete', with: { ID: '{image}' } },
    { tool: 'image-get', with: { ID: '{image}' }, refused: '404' },
  ],
}
