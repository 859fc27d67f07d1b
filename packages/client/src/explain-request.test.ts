import { expect, test } from 'vitest'
import { createCloud } from './index.ts'

const cloud = createCloud({
  baseUrl: 'https://x.example',
  token: 't',
  fetch: async () => {
    throw new Error('It was sent.')
  },
}) as unknown as Readonly<Record<'volumes' | 'projects' | 'droplets', Readonly<Record<string, (...given: unknown[]) => Promise<unknown>>>>>

test.each([
  [
    () => cloud.volumes['create']!({ body: { name: 'a' }, region: 'nyc3' }),
    'POST /v2/volumes: put "region" under body: { body: { region } }.',
  ],
  [
    () => cloud.projects['update']!({ project_id: 'a', name: 'b', purpose: 'c' }),
    'PATCH /v2/projects/{project_id}: put "project_id" under path and "name", "purpose" under body: { path: { project_id }, body: { name, purpose } }.',
  ],
  [
    () => cloud.droplets['get']!({ droplet_id: 7 }),
    'GET /v2/droplets/{droplet_id}: put "droplet_id" under path: { path: { droplet_id } }.',
  ],
  [() => cloud.droplets['get']!(7, 8), 'GET /v2/droplets/{droplet_id}: it takes one id (droplet_id), and 8 is one too many.'],
  [() => cloud.droplets['list']!('storefront'), 'GET /v2/droplets: it takes no ids, and "storefront" is one too many.'],
  [() => cloud.droplets['list']!(null), 'GET /v2/droplets: it takes no ids, and null is one too many.'],
  [() => cloud.droplets['create']!(7), 'POST /v2/droplets: it takes no ids, and 7 is one too many.'],
  [
    () => cloud.droplets['get']!({ id: 7 }),
    'GET /v2/droplets/{droplet_id}: it takes one id (droplet_id) and no "id": { path: { droplet_id } }.',
  ],
  [() => cloud.droplets['list']!({ query: {}, region: 'nyc3' }), 'GET /v2/droplets: put "region" under query: { query: { region } }.'],
])('%s', async (call, message) => {
  await expect(call()).rejects.toThrow(message)
})
