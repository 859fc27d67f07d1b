/** Tests of HTTP method semantics on different resources: by name, number or address, with and without an action. */
import { describe, expect } from 'vitest'
import { it } from './it.ts'
import { coversVolume, type TestSandbox, webServer } from './create-test-sandbox.ts'

interface CreatedResource {
  readonly path: string
  readonly root: string
}

const kinds: readonly { readonly name: string; readonly make: (sandbox: TestSandbox) => Promise<CreatedResource> }[] = [
  {
    name: 'a volume',
    make: async (sandbox) => ({
      path: `/v2/volumes/${(await sandbox.post('/v2/volumes', coversVolume)).body.volume.id}` as const,
      root: 'volume',
    }),
  },
  {
    name: 'a droplet',
    make: async (sandbox) => ({
      path: `/v2/droplets/${(await sandbox.post('/v2/droplets', webServer)).body.droplet.id}` as const,
      root: 'droplet',
    }),
  },
  {
    name: 'a domain',
    make: async (sandbox) => {
      await sandbox.post('/v2/domains', { name: 'tidewater.example' })
      return { path: '/v2/domains/tidewater.example', root: 'domain' }
    },
  },
  {
    name: 'a tag',
    make: async (sandbox) => ({
      path: `/v2/tags/${(await sandbox.post('/v2/tags', { name: 'storefront' })).body.tag.name}` as const,
      root: 'tag',
    }),
  },
  {
    name: 'a reserved IP',
    make: async (sandbox) => {
      const { ip } = (await sandbox.post('/v2/reserved_ips', { region: 'nyc3' })).body.reserved_ip
      return { path: `/v2/reserved_ips/${ip}` as const, root: 'reserved_ip' }
    },
  },
  {
    name: 'a project',
    make: async (sandbox) => {
      const { id } = (await sandbox.post('/v2/projects', { name: 'Storefront', purpose: 'Shop' })).body.project
      return { path: `/v2/projects/${id}` as const, root: 'project' }
    },
  },
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

describe.each(kinds)('$name', ({ make }) => {
  it('[methods-post-creates] is created by POST and available at once', async ({ frozen: sandbox }) => {
    const { path, root } = await make(sandbox)
    expect((await sandbox.ask('GET', path)).body[root]).toEqual(expect.any(Object))
  })

  it('[methods-get-read-only] is not changed by GET', async ({ frozen: sandbox }) => {
    const { path } = await make(sandbox)
    const before = await getAll(sandbox)
    for (let n = 0; n < 3; n += 1) await sandbox.ask('GET', path)
    expect(await getAll(sandbox)).toBe(before)
  })

  it('[methods-delete-removes] [errors-404-missing] returns 404 after its DELETE', async ({ frozen: sandbox }) => {
    const { path } = await make(sandbox)
    expect(await sandbox.ask('DELETE', path)).toMatchObject({ status: 204, body: undefined })
    expect(await sandbox.ask('GET', path)).toMatchObject({
      status: 404,
      body: { id: 'not_found', message: 'The resource you were accessing could not be found.', request_id: expect.any(String) },
    })
  })

  it('[methods-delete-idempotent] [methods-delete-missing] returns 404 for a second DELETE and changes nothing', async ({
    frozen: sandbox,
  }) => {
    const { path } = await make(sandbox)
    await sandbox.ask('DELETE', path)
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
