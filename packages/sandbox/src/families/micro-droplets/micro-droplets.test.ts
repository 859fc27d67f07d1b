import { describe, expect } from 'vitest'
import { it } from '../../../test/it.ts'
import { createTestSandbox, type TestSandbox } from '../../../test/create-test-sandbox.ts'
import { type Fields, forbidden } from '../../../test/operation-at.ts'

const at = '/v2/microdroplets/instances'
const images = '/v2/microdroplets/images'
const preview = { name: 'cover-preview', region: 'nyc3', size: 'md-1vcpu-512mb', image: 'docker.io/library/nginx:1.27' } as const
const speeds = [
  { name: 'at real times', options: {} },
  { name: 'when actions take no time', options: { actionSeconds: 0 } },
]
const pausing = { auto_pause: { idle_timeout: '5m' } } as const

async function make(sandbox: TestSandbox, more: Fields<typeof at> = {}) {
  const { status, body } = await sandbox.post(at, { ...preview, ...more })
  expect(status, body.message).toBe(201)
  await sandbox.pass(3)
  return (await sandbox.get(`${at}/${body.micro_droplet.id}`)).body.micro_droplet
}

async function importImage(sandbox: TestSandbox, source = 'docker.io/library/node:22') {
  const { status, body } = await sandbox.post(images, { name: 'node-22', source })
  expect(status, body.message).toBe(201)
  return body.image
}

const stateOf = async (sandbox: TestSandbox, { id }: { id: string }) => (await sandbox.get(`${at}/${id}`)).body.micro_droplet.state
const checkpointsOf = async (sandbox: TestSandbox, { id }: { id: string }) =>
  (await sandbox.get(`${at}/${id}/checkpoints`)).body.checkpoints

/** Sends a request without a token. */
const visit = (sandbox: TestSandbox, address: string) => sandbox.fetch(address)

describe('micro droplets', () => {
  it('starts within seconds, echoes its settings, and stores no environment', async ({ sandbox }) => {
    const request = { ...preview, http_port: 3000, auto_resume: true, tags: ['storefront'], ...pausing } as const
    const { status, body } = await sandbox.post(at, { ...request, environment: { TOKEN: 'quay-side-key' } })
    expect(status).toBe(201)
    const { micro_droplet: created } = body
    expect(created).toMatchObject({ ...request, state: 'creating', networking: 'public', http_protocol: 'http' })
    expect(created.auto_pause).toEqual({ enabled: true, idle_timeout: '5m' })
    expect(created).not.toHaveProperty('endpoint')
    expect(JSON.stringify(created)).not.toContain('quay-side-key')
    await sandbox.pass(3)
    const { micro_droplet: running } = (await sandbox.get(`${at}/${created.id}`)).body
    expect(running).toEqual({ ...created, state: 'running', endpoint: `http://127.0.0.1:4020/microdroplets/${created.id}` })
    expect((await sandbox.get('/v2/tags/storefront')).status).toBe(200)
    await sandbox.delete('/v2/tags/storefront')
    expect((await sandbox.get(`${at}/${created.id}`)).body.micro_droplet.tags).toEqual([])
  })

  it.each([
    { name: 'another size', body: { size: 's-1vcpu-1gb' }, says: 'size' },
    { name: 'a closed region', body: { region: 'ams1' }, says: 'region' },
    { name: 'an image that is not there', body: { image: '0c4b7f1d-52e8-4a96-b3d0-7f6e1a28c953' }, says: 'image' },
    {
      name: 'the URN of an image that is not there',
      body: { image: 'do:microdroplet_image:0c4b7f1d-52e8-4a96-b3d0-7f6e1a28c953' },
      says: 'image',
    },
    { name: 'a bare name for an image', body: { image: 'nginx' }, says: 'image' },
    { name: 'a VPC it is not to be in', body: { vpc_uuid: '5a4981aa-9653-4bd1-bef5-d6bff52042e4' }, says: 'vpc_uuid' },
    { name: 'a VPC that is not there', body: { networking: 'vpc', vpc_uuid: '5a4981aa-9653-4bd1-bef5-d6bff52042e4' }, says: 'vpc_uuid' },
    { name: 'a pause after no time', body: { auto_pause: { idle_timeout: '9s' } }, says: 'auto_pause.idle_timeout' },
    { name: 'a pause after too long', body: { auto_pause: { idle_timeout: '169h' } }, says: 'auto_pause.idle_timeout' },
    { name: 'a pause after no duration', body: { auto_pause: { idle_timeout: 'soon' } }, says: 'auto_pause.idle_timeout' },
  ])('are rejected with $name', async ({ body, says }) => {
    const refused = await createTestSandbox().post(at, forbidden({ ...preview, ...body }))
    expect(refused).toMatchObject({ status: 422, body: { message: expect.stringContaining(says) } })
  })

  it('pauses and resumes once each', async ({ sandbox }) => {
    const { body } = await sandbox.post(at, preview)
    const { id } = body.micro_droplet
    for (const verb of ['pause', 'resume'] as const) expect((await sandbox.post(`${at}/${id}/${verb}`)).status).toBe(409)
    await sandbox.pass(3)
    const running = (await sandbox.get(`${at}/${id}`)).body
    expect(await sandbox.post(`${at}/${id}/resume`)).toMatchObject({ status: 200, body: running })
    const paused = await sandbox.post(`${at}/${id}/pause`)
    expect(paused).toMatchObject({ status: 200, body: { micro_droplet: { ...running.micro_droplet, state: 'paused' } } })
    expect((await sandbox.post(`${at}/${id}/pause`)).body).toEqual(paused.body)
    const [checkpoint, ...others] = await checkpointsOf(sandbox, { id })
    expect(others).toEqual([])
    expect(checkpoint).toMatchObject({
      micro_droplet_id: id,
      status: 'CHECKPOINT_CREATING',
      name: 'cover-preview-1',
      memory_bytes: 512 * 2 ** 20,
      disk_bytes: 4 * 2 ** 30,
    })
    await sandbox.pass(6)
    expect((await checkpointsOf(sandbox, { id }))[0].status).toBe('CHECKPOINT_AVAILABLE')
    expect((await sandbox.post(`${at}/${id}/resume`)).body).toEqual(running)
  })

  it('keeps its last five checkpoints, which are deleted with it', async ({ sandbox }) => {
    const created = await make(sandbox)
    for (let n = 0; n < 7; n += 1) {
      await sandbox.post(`${at}/${created.id}/pause`)
      await sandbox.pass(10)
      await sandbox.post(`${at}/${created.id}/resume`)
    }
    const names = (await checkpointsOf(sandbox, created)).map(({ name }) => name)
    expect(names).toEqual([7, 6, 5, 4, 3].map((n) => `cover-preview-${n}`))
    expect((await sandbox.delete(`${at}/${created.id}`)).status).toBe(204)
    for (const path of ['', '/checkpoints']) expect((await sandbox.get(`${at}/${created.id}${path}`)).status).toBe(404)
    expect((await visit(sandbox, created.endpoint)).status).toBe(404)
  })

  it.each(speeds)('pauses when it is idle, $name', async ({ options }) => {
    const sandbox = createTestSandbox(options)
    const created = await make(sandbox, pausing)
    const never = await make(sandbox)
    const disabled = await make(sandbox, { auto_pause: { enabled: false, idle_timeout: '10s' } })
    await sandbox.pass(280)
    expect(await stateOf(sandbox, created)).toBe('running')
    expect((await visit(sandbox, `${created.endpoint}/covers?page=2`)).status).toBe(200)
    await sandbox.pass(290)
    expect(await stateOf(sandbox, created)).toBe('running')
    await sandbox.pass(20)
    expect(await stateOf(sandbox, created)).toBe('paused')
    expect(await checkpointsOf(sandbox, created)).toHaveLength(1)
    expect([await stateOf(sandbox, never), await stateOf(sandbox, disabled)]).toEqual(['running', 'running'])
    await sandbox.post(`${at}/${created.id}/resume`)
    await sandbox.post(`${at}/${created.id}/pause`)
    await sandbox.pass(200)
    await sandbox.post(`${at}/${created.id}/resume`)
    // Earlier runs no longer count.
    await sandbox.pass(290)
    expect(await stateOf(sandbox, created)).toBe('running')
    await sandbox.pass(20)
    expect(await stateOf(sandbox, created)).toBe('paused')
  })

  it('resumes on a request if it may, and rejects the request otherwise', async ({ sandbox }) => {
    const awake = await make(sandbox, { ...pausing, auto_resume: true })
    const asleep = await make(sandbox, pausing)
    await sandbox.pass(301)
    expect([await stateOf(sandbox, awake), await stateOf(sandbox, asleep)]).toEqual(['paused', 'paused'])
    const response = await visit(sandbox, awake.endpoint)
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('cover-preview')])
    expect((await visit(sandbox, asleep.endpoint)).status).toBe(503)
    expect([await stateOf(sandbox, awake), await stateOf(sandbox, asleep)]).toEqual(['running', 'paused'])
    await sandbox.pass(301)
    expect(await stateOf(sandbox, awake)).toBe('paused')
    expect(await checkpointsOf(sandbox, awake)).toHaveLength(2)
    expect((await visit(sandbox, `http://127.0.0.1:4020/microdroplets/${'0'.repeat(8)}`)).status).toBe(404)
  })

  it('joins a VPC of its region, which then cannot be deleted', async ({ sandbox }) => {
    const { vpc } = (await sandbox.post('/v2/vpcs', { name: 'storefront-net', region: 'nyc3', ip_range: '10.108.0.0/20' })).body
    const request = { networking: 'vpc', vpc_uuid: vpc.id, http_port: 3000 } as const
    expect((await sandbox.post(at, { ...preview, ...request, region: 'ams3' })).status).toBe(422)
    const created = await make(sandbox, request)
    expect(created).toMatchObject({ vpc_uuid: vpc.id, endpoint: 'http://10.108.0.2:3000' })
    expect((await visit(sandbox, `http://127.0.0.1:4020/microdroplets/${created.id}`)).status).toBe(404)
    expect((await sandbox.get(`/v2/vpcs/${vpc.id}/members`)).body.members).toMatchObject([{ urn: `do:microdroplet:${created.id}` }])
    expect((await sandbox.delete(`/v2/vpcs/${vpc.id}`)).status).toBe(409)
    await sandbox.delete(`${at}/${created.id}`)
    expect((await sandbox.delete(`/v2/vpcs/${vpc.id}`)).status).toBe(204)
    const usual = await make(sandbox, { networking: 'vpc', http_protocol: 'https' })
    expect(usual.endpoint).toMatch(/^https:\/\/10\./)
    expect((await sandbox.get(`/v2/vpcs/${usual.vpc_uuid}`)).body.vpc).toMatchObject({ region: 'nyc3', default: true })
  })

  it('is billed while it runs', async ({ sandbox }) => {
    const usage = async () => (await sandbox.get('/v2/customers/my/balance')).body.month_to_date_usage
    await sandbox.post('/_sandbox/clock', { now: '2030-03-02T09:00:00Z' })
    const created = await make(sandbox, { size: 'md-4vcpu-8gb' })
    await sandbox.pass(9.5 * 3600)
    await sandbox.post(`${at}/${created.id}/pause`)
    await sandbox.pass(3600)
    // Started hours count as full hours.
    expect(await usage()).toBe(((10 * 48) / 672).toFixed(2))
    await sandbox.pass(10 * 3600)
    expect(await usage()).toBe(((10 * 48) / 672).toFixed(2))
  })

  it('rejects the 101st micro droplet', async ({ unlimited: sandbox }) => {
    for (let n = 0; n < 100; n += 1) expect((await sandbox.post(at, preview)).status).toBe(201)
    expect((await sandbox.post(at, preview)).status).toBe(422)
  })
})

describe('micro droplet images', () => {
  it('imports an image, starts from its id or URN, and rejects its deletion while it is in use', async ({ sandbox }) => {
    const image = await importImage(sandbox)
    expect(image).toMatchObject({ name: 'node-22', source: 'docker.io/library/node:22', status: 'IMAGE_IMPORTING' })
    const refused = await sandbox.post(at, { ...preview, image: image.id })
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('IMAGE_IMPORTING') } })
    await sandbox.pass(31)
    expect((await sandbox.get(`${images}/${image.id}`)).body.image).toEqual({ ...image, status: 'IMAGE_AVAILABLE' })
    expect((await sandbox.get(images)).body.meta.total).toBe(1)
    const urn = `do:microdroplet_image:${image.id}`
    const users = [await make(sandbox, { image: image.id }), await make(sandbox, { image: urn })]
    expect(users.map((each) => each.image)).toEqual([image.id, urn])
    for (const { id } of users) {
      expect((await sandbox.delete(`${images}/${image.id}`)).status).toBe(409)
      await sandbox.delete(`${at}/${id}`)
    }
    expect((await sandbox.delete(`${images}/${image.id}`)).status).toBe(204)
    expect((await sandbox.get(`${images}/${image.id}`)).status).toBe(404)
  })

  it('fails for an image of a registry that the account does not have', async ({ instant: sandbox }) => {
    const missing = await importImage(sandbox, 'registry.digitalocean.com/tidewater/preview:1')
    expect((await sandbox.get(`${images}/${missing.id}`)).body.image.status).toBe('IMAGE_FAILED')
    expect((await sandbox.post(at, { ...preview, image: missing.id })).status).toBe(409)
    await sandbox.post('/v2/registries', { name: 'tidewater', subscription_tier_slug: 'starter' })
    const own = await importImage(sandbox, 'registry.digitalocean.com/tidewater/preview:1')
    expect((await sandbox.get(`${images}/${own.id}`)).body.image.status).toBe('IMAGE_AVAILABLE')
  })
})
