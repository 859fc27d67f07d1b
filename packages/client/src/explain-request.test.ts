import { expect, test } from 'vitest'
import { catchError } from '../test/catch-error.ts'
import { optionNames } from './check-call.ts'
import { createCloud } from './index.ts'

const cloud = createCloud({
  baseUrl: 'https://x.example',
  token: 't',
  fetch: async () => {
    throw new Error('It was sent.')
  },
}) as unknown as Readonly<
  Record<'account' | 'volumes' | 'projects' | 'droplets', Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>>
>

const options = optionNames.join(', ')

test.each<[call: () => Promise<unknown>, message: string]>([
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
  [() => cloud.droplets['get']!(7, 8), 'GET /v2/droplets/{droplet_id}: it takes one id (droplet_id); 8 is one argument too many.'],
  [() => cloud.droplets['list']!('storefront'), 'GET /v2/droplets: it takes no ids; "storefront" is one argument too many.'],
  [() => cloud.droplets['list']!(null), 'GET /v2/droplets: it takes no ids; null is one argument too many.'],
  [() => cloud.droplets['create']!(7), 'POST /v2/droplets: it takes no ids; 7 is one argument too many.'],
  [
    () => cloud.droplets['get']!({ id: 7 }),
    'GET /v2/droplets/{droplet_id}: it takes one id (droplet_id) and no "id": { path: { droplet_id } }.',
  ],
  [() => cloud.droplets['list']!({ query: {}, region: 'nyc3' }), 'GET /v2/droplets: put "region" under query: { query: { region } }.'],
  [
    () => cloud.volumes['create']!({ name: 'a' }, { region: 'nyc3' }),
    `POST /v2/volumes: "region" is not an option of a call (${options}); put all fields into one object: { …, region }.`,
  ],
  [() => cloud.droplets['get']!(7, { timeout: 5 }), `GET /v2/droplets/{droplet_id}: "timeout" is not an option of a call (${options}).`],
  [() => cloud.volumes['create']!({ query: { name: 'a' } }), 'POST /v2/volumes: it takes no query, only { body: { … } }.'],
  [
    () => cloud.droplets['get']!({ path: { droplet_id: 7 }, query: { page: 2 }, body: {} }),
    'GET /v2/droplets/{droplet_id}: it takes no query and no body, only { path: { droplet_id } }.',
  ],
  [
    () => cloud.droplets['delete']!({ path: { droplet_id: 7 }, body: {} }),
    'DELETE /v2/droplets/{droplet_id}: it takes no body, only { path: { droplet_id } }.',
  ],
  [
    () => cloud.projects['update']!({ path: { project_id: 'a' }, query: { name: 'b' }, body: {} }),
    'PATCH /v2/projects/{project_id}: it takes no query, only { path: { project_id }, body: { … } }.',
  ],
  [() => cloud.account['get']!({ query: { page: 2 } }), 'GET /v2/account: it takes no query, only options.'],
  [
    () => cloud.droplets['list']!({ signal: AbortSignal.timeout(9) }),
    'GET /v2/droplets: "signal" is an option of the call and comes last: ({ … }, { signal }).',
  ],
  [
    () => cloud.droplets['get']!({ path: { droplet_id: 7 }, signal: AbortSignal.timeout(9) }),
    'GET /v2/droplets/{droplet_id}: "signal" is an option of the call and comes last: (droplet_id, { signal }).',
  ],
  [
    () => cloud.account['get']!({ timeoutMs: 7, retry: false }),
    'GET /v2/account: "timeoutMs", "retry" are options of the call and come last: ({}, { timeoutMs, retry }).',
  ],
  [
    () => cloud.volumes['create']!({ name: 'a', region: 'nyc3', timeoutMs: 7 }),
    'POST /v2/volumes: "timeoutMs" is an option of the call and comes last: ({ … }, { timeoutMs }).',
  ],
  [
    () => cloud.projects['update']!('a', { name: 'b', signal: AbortSignal.timeout(9) }),
    'PATCH /v2/projects/{project_id}: "signal" is an option of the call and comes last: (project_id, { … }, { signal }).',
  ],
  [
    () => cloud.volumes['create']!({ body: { name: 'a', retry: false } }),
    'POST /v2/volumes: "retry" is an option of the call and comes last: ({ … }, { retry }).',
  ],
  [
    () => cloud.droplets['list']!({ tagname: 'a', name: 'b' }),
    'GET /v2/droplets: the query has no "tagname", only tag_name, name, type, page, per_page.',
  ],
  [
    async () => {
      for await (const _ of cloud.droplets['list']!({ tagname: 'a' }) as unknown as AsyncIterable<unknown>) return
    },
    'GET /v2/droplets: the query has no "tagname", only tag_name, name, type, page, per_page.',
  ],
  [() => cloud.volumes['deleteByName']!({ nam: 'a' }), 'DELETE /v2/volumes: the query has no "nam", only name, region.'],
])('%s', async (call, message) => {
  expect((await catchError(call())).message).toBe(message)
})
