/** Tests of HTTP method semantics on different resources: by name, number or address, with and without an action. */
import { describe, expect } from 'vitest'
import { it } from './it.ts'
import { coversVolume, type TestSandbox, webServer } from './create-test-sandbox.ts'

interface Resource {
  readonly name: string
  readonly list: string
  readonly body: object
  readonly root: string
  /** Field that the path ends with. */
  readonly id: string
}

const resources: readonly Resource[] = [
  { name: 'a volume', list: '/v2/volumes', body: coversVolume, root: 'volume', id: 'id' },
  { name: 'a droplet', list: '/v2/droplets', body: webServer, root: 'droplet', id: 'id' },
  { name: 'a domain', list: '/v2/domains', body: { name: 'tidewater.example' }, root: 'domain', id: 'name' },
  { name: 'a tag', list: '/v2/tags', body: { name: 'storefront' }, root: 'tag', id: 'name' },
  { name: 'a reserved IP', list: '/v2/reserved_ips', body: { region: 'nyc3' }, root: 'reserved_ip', id: 'ip' },
  { name: 'a project', list: '/v2/projects', body: { name: 'Storefront', purpose: 'Shop' }, root: 'project', id: 'id' },
]

const lists = [
  'volumes',
  'droplets',
  'domains',
  'tags',
  'reserved_ips',
  'projects',
  'actions',
  'images',
  'snapshots',
  'account/keys',
] as const

/** Returns all lists as text. */
async function getAll(sandbox: TestSandbox): Promise<string> {
  const bodies: unknown[] = []
  for (const list of lists) bodies.push((await sandbox.get(`/v2/${list}?per_page=200`)).body)
  return JSON.stringify(bodies)
}

const details = { name: 'Shop', description: 'Books', purpose: 'Website or blog', environment: 'Staging', is_default: false } as const

async function createProject(sandbox: TestSandbox) {
  return `/v2/projects/${(await sandbox.post('/v2/projects', { name: 'Storefront', purpose: 'Shop', environment: 'Production' })).body.project.id}` as const
}

describe.each(resources)('$name', ({ list, body, root, id }) => {
  const create = async (sandbox: TestSandbox) => `${list}/${(await sandbox.ask('POST', list, body)).body[root][id]}`

  it('[methods-post-creates] [methods-get-read-only] [status-2xx-success] is available at once, and not changed by GET', async ({
    frozen: sandbox,
  }) => {
    const path = await create(sandbox)
    const before = await getAll(sandbox)
    for (let n = 0; n < 3; n += 1) expect(await sandbox.ask('GET', path)).toMatchObject({ status: 200, body: { [root]: {} } })
    expect(await getAll(sandbox)).toBe(before)
  })

  it('[methods-delete-removes] [errors-404-missing] [methods-delete-idempotent] [methods-delete-missing] returns 404 after its DELETE, also for a second one, which changes nothing', async ({
    frozen: sandbox,
  }) => {
    const path = await create(sandbox)
    expect(await sandbox.ask('DELETE', path)).toMatchObject({ status: 204, body: undefined })
    expect(await sandbox.ask('GET', path)).toMatchObject({
      status: 404,
      body: { id: 'not_found', message: 'The resource you were accessing could not be found.', request_id: expect.any(String) },
    })
    const after = await getAll(sandbox)
    expect(await sandbox.ask('DELETE', path)).toMatchObject({ status: 404, body: { id: 'not_found' } })
    expect(await getAll(sandbox)).toBe(after)
  })
})

describe('PUT', () => {
  it('[methods-put-sets-state] sets the resource to the body', async ({ frozen: sandbox }) => {
    const path = await createProject(sandbox)
    expect((await sandbox.put(path, details)).status).toBe(200)
    expect((await sandbox.get(path)).body.project).toMatchObject(details)
  })

  it('[methods-put-idempotent] is idempotent', async ({ frozen: sandbox }) => {
    const path = await createProject(sandbox)
    await sandbox.put(path, details)
    const once = await getAll(sandbox)
    expect((await sandbox.put(path, details)).status).toBe(200)
    expect(await getAll(sandbox)).toBe(once)
  })
})

describe('PATCH', () => {
  it('[methods-patch-partial] changes only the fields in the body', async ({ frozen: sandbox }) => {
    const path = await createProject(sandbox)
    const before = (await sandbox.get(path)).body.project
    await sandbox.patch(path, { description: 'Books' })
    expect((await sandbox.get(path)).body.project).toEqual({ ...before, description: 'Books' })
  })
})
