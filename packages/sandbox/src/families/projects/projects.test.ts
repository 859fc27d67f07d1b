import { describe, expect } from 'vitest'
import { it } from '../../../test/it.ts'
import { coversVolume, type TestSandbox, webServer } from '../../../test/create-test-sandbox.ts'
import { forbidden } from '../../../test/operation-at.ts'

const urnsOf = async (sandbox: TestSandbox, project: string): Promise<string[]> =>
  (await sandbox.get(`/v2/projects/${project}/resources?per_page=200`)).body.resources.map(({ urn }) => urn)

async function createProject(sandbox: TestSandbox, name = 'Storefront') {
  const { project } = (await sandbox.post('/v2/projects', { name, purpose: 'Web application' })).body
  const assign = async (...resources: string[]) =>
    (await sandbox.post(`/v2/projects/${project.id}/resources`, { resources })).body.resources
  return { id: project.id as string, assign }
}

describe('projects', () => {
  it('accepts lower-case environments, and null for unchanged fields, as official clients send them', async ({ sandbox }) => {
    const created = await sandbox.post('/v2/projects', {
      name: 'Storefront',
      purpose: 'Shop',
      description: null,
      environment: 'production',
    })
    expect(created).toMatchObject({ status: 201, body: { project: { description: '', environment: 'Production', is_default: false } } })
    const { project } = created.body
    await sandbox.pass(60)
    const nulls = { name: null, description: 'Shop and warehouse', purpose: null, environment: null, is_default: null }
    const patched = (await sandbox.patch(`/v2/projects/${project.id}`, nulls)).body.project
    expect(patched).toMatchObject({
      name: 'Storefront',
      purpose: 'Other: Shop',
      environment: 'Production',
      description: 'Shop and warehouse',
    })
    expect(patched.updated_at > project.updated_at).toBe(true)
    const all = { name: 'Shop', description: null, purpose: 'Books', environment: null, is_default: false }
    expect((await sandbox.put(`/v2/projects/${project.id}`, all)).body.project).toMatchObject({
      name: 'Shop',
      description: '',
      environment: '',
    })
    expect((await sandbox.put(`/v2/projects/${project.id}`, forbidden({ name: 'Shop' }))).status).toBe(422)
    expect((await sandbox.get(`/v2/projects/${project.id}`)).body.project.purpose).toBe('Other: Books')
  })

  const purposes = [
    { input: 'Web Application', expected: 'Web Application' },
    { input: 'web application', expected: 'web application' },
    { input: 'My Basic Web App', expected: 'Other: My Basic Web App' },
    { input: 'Other: My Basic Web App', expected: 'Other: My Basic Web App' },
  ]
  it.for(purposes)('stores the purpose $input as $expected, on create and update', async ({ input, expected }, { sandbox }) => {
    const { project } = (await sandbox.post('/v2/projects', { name: 'Storefront', purpose: input })).body
    expect(project.purpose).toBe(expected)
    await sandbox.patch(`/v2/projects/${project.id}`, { purpose: 'IoT' })
    expect((await sandbox.patch(`/v2/projects/${project.id}`, { purpose: input })).body.project.purpose).toBe(expected)
  })

  it('has exactly one default project, and leaves the resources of the former default there', async ({ sandbox }) => {
    const { volume } = (await sandbox.post('/v2/volumes', coversVolume)).body
    const { id } = await createProject(sandbox)
    const before = (await sandbox.get('/v2/projects/default')).body.project
    await sandbox.patch(`/v2/projects/${id}`, { is_default: true })
    expect((await sandbox.get('/v2/projects/default')).body.project.id).toBe(id)
    const { projects } = (await sandbox.get('/v2/projects')).body
    expect(projects.filter((each) => each.is_default)).toHaveLength(1)
    expect(await urnsOf(sandbox, before.id)).toContain(`do:volume:${volume.id}`)
    expect(await urnsOf(sandbox, 'default')).toEqual([])
    await sandbox.patch('/v2/projects/default', { is_default: false, description: 'The new one' })
    const details = { name: 'Main', description: '', purpose: 'All', environment: 'Staging', is_default: true } as const
    expect((await sandbox.put('/v2/projects/default', details)).body.project).toMatchObject({ id, name: 'Main', is_default: true })
    expect(await sandbox.delete(`/v2/projects/${id}`)).toMatchObject({ status: 412, body: { id: 'precondition_failed' } })
  })
})

describe('project resources', () => {
  it('[project-status-assigned] returns the status assigned for a moved resource, which is in one project at a time', async ({
    sandbox,
  }) => {
    const { droplet } = (await sandbox.post('/v2/droplets', webServer)).body
    const urn = `do:droplet:${droplet.id}`
    const shop = await createProject(sandbox)
    const room = await createProject(sandbox, 'Reading room')
    expect(await shop.assign(urn)).toEqual([
      { urn, status: 'assigned', assigned_at: expect.any(String), links: { self: `http://127.0.0.1:4020/v2/droplets/${droplet.id}` } },
    ])
    expect(await urnsOf(sandbox, 'default')).not.toContain(urn)
    expect((await room.assign(urn))[0].status).toBe('assigned')
    expect(await urnsOf(sandbox, shop.id)).toEqual([])
    const back = await sandbox.post('/v2/projects/default/resources', { resources: [urn] })
    expect(back.body.resources[0].status).toBe('assigned')
  })

  it('[project-status-already-assigned] returns the status already_assigned for a resource of the same project', async ({ sandbox }) => {
    const { volume } = (await sandbox.post('/v2/volumes', coversVolume)).body
    const urn = `do:volume:${volume.id}`
    const { assign } = await createProject(sandbox)
    const [first] = await assign(urn)
    await sandbox.pass(60)
    expect(await assign(urn)).toEqual([{ ...first, status: 'already_assigned' }])
  })

  it('[project-status-not-found] returns the status not_found for a missing resource, and assigns the others', async ({ sandbox }) => {
    const { volume } = (await sandbox.post('/v2/volumes', coversVolume)).body
    const { id, assign } = await createProject(sandbox)
    const missing = ['do:volume:00000000-0000-4000-8000-000000000000', 'do:space:covers']
    const answers = await assign(missing[0] ?? '', `do:volume:${volume.id}`, missing[1] ?? '')
    expect(answers.map(({ status }) => status)).toEqual(['not_found', 'assigned', 'not_found'])
    expect(answers[0]).toEqual({ urn: missing[0], status: 'not_found' })
    expect((await sandbox.post(`/v2/projects/${id}/resources`, { resources: ['junk'] })).status).toBe(422)
  })

  it('[project-status-service-down] returns the status service_down while a fault is active, and succeeds on retry', async ({
    sandbox,
  }) => {
    const { volume } = (await sandbox.post('/v2/volumes', coversVolume)).body
    const { project } = (await sandbox.post('/v2/projects', { name: 'storefront', purpose: 'Web Application' })).body
    const resources = [`do:volume:${volume.id}`]
    await sandbox.post('/_sandbox/faults', { operation: 'volumes_get', status: 503 })
    const assign = async () => (await sandbox.post(`/v2/projects/${project.id}/resources`, { resources })).body.resources[0].status
    expect(await assign()).toBe('service_down')
    await sandbox.delete('/_sandbox/faults')
    expect(await assign()).toBe('assigned')
  })

  it('[project-status-ok] returns the status ok for a listed resource', async ({ sandbox }) => {
    await sandbox.post('/v2/domains', { name: 'tidewater.example' })
    const { assign, id } = await createProject(sandbox)
    await assign('do:domain:tidewater.example')
    const expected = {
      urn: 'do:domain:tidewater.example',
      status: 'ok',
      links: { self: 'http://127.0.0.1:4020/v2/domains/tidewater.example' },
    }
    expect((await sandbox.get(`/v2/projects/${id}/resources`)).body).toMatchObject({ resources: [expected], meta: { total: 1 } })
    expect((await sandbox.get('/v2/projects/default/resources')).status).toBe(200)
  })

  it('returns reserved IPs as floating IPs, whichever name the request used', async ({ sandbox }) => {
    const { id, assign } = await createProject(sandbox)
    const { ip } = (await sandbox.post('/v2/reserved_ips', { region: 'nyc3' })).body.reserved_ip
    expect(await assign(`do:reservedip:${ip}`)).toMatchObject([
      { urn: `do:floatingip:${ip}`, status: 'assigned', links: { self: `http://127.0.0.1:4020/v2/floating_ips/${ip}` } },
    ])
    expect((await sandbox.get(`/v2/reserved_ips/${ip}`)).body.reserved_ip.project_id).toBe(id)
    const { ip: long } = (await sandbox.post('/v2/reserved_ipv6', { region_slug: 'nyc3' })).body.reserved_ipv6
    expect(await assign(`do:reservedipv6:${long}`)).toMatchObject([{ urn: `do:reservedipv6:${long}`, status: 'assigned' }])
  })
})
