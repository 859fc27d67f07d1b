import type { Family } from '../tool-case.ts'

export const images: Family = {
  name: 'images',
  steps: [
    { tool: 'image-list', input: { Type: 'distribution', PerPage: 3 }, expected: { '#': 3 } },
    {
      tool: 'image-create',
      input: {
        Name: 'own',
        Url: 'https://images.tidewater.example/own.qcow2',
        Region: 'nyc3',
        Distribution: 'Ubuntu',
        Description: 'ours',
        Tags: ['base'],
      },
      save: { image: 'id' },
    },
    { tool: 'image-get', advanceSeconds: 600, input: { ID: '{image}' }, expected: { status: 'available' } },
    { tool: 'image-update', input: { ID: '{image}', Name: 'ours' }, expected: { name: 'ours' } },
    { tool: 'image-action-transfer', input: { ID: '{image}', Region: 'ams3' }, save: { action: 'id' }, expected: { type: 'transfer' } },
    {
      tool: 'image-action-get',
      advanceSeconds: 600,
      input: { ImageID: '{image}', ActionID: '{action}' },
      expected: { status: 'completed' },
    },
    // Only backups can be converted to snapshots.
    { tool: 'image-action-convert', input: { ID: '{image}' }, expectedError: '422' },
    { tool: 'image-delete', input: { ID: '{image}' } },
    { tool: 'image-get', input: { ID: '{image}' }, expectedError: '404' },
  ],
}
