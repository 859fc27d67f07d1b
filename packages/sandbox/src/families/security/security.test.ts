import { describe, expect } from 'vitest'
import { it as plain } from '../../../test/it.ts'
import { type TestSandbox, webServer } from '../../../test/create-test-sandbox.ts'
import type { BodyAt } from '../../../test/operation-at.ts'

const at = '/v2/security'
const openSsh = '1a9c3f5e-7b2d-4680-91e4-c5d7a8b0f201'
const anywhere = { addresses: ['0.0.0.0/0', '::/0'] }

/** Two web servers under a tag, each with a public address. */
async function createServers(sandbox: TestSandbox): Promise<number[]> {
  const { body } = await sandbox.post('/v2/droplets', { ...webServer, name: undefined, names: ['web-01', 'web-02'], tags: ['storefront'] })
  await sandbox.pass(60)
  return body.droplets.map(({ id }) => id)
}

const protect = (sandbox: TestSandbox, ids: readonly number[], sources: object = anywhere) =>
  sandbox.post('/v2/firewalls', {
    name: 'ssh',
    droplet_ids: ids,
    inbound_rules: [{ protocol: 'tcp', ports: '22', sources }],
    outbound_rules: [],
  })

const cover = (sandbox: TestSandbox, coverage: BodyAt<'put', `${typeof at}/settings/plan`>['tier_coverage']) =>
  sandbox.put(`${at}/settings/plan`, { tier_coverage: coverage })

async function scan(sandbox: TestSandbox, query = '') {
  const { status, body } = await sandbox.post(`${at}/scans`)
  expect(status).toBe(201)
  await sandbox.pass(130)
  return (await sandbox.get(`${at}/scans/${body.scan.id}${query}`)).body
}

const namesOf = (findings: readonly { name: string }[]) => findings.map(({ name }) => name)

const it = plain.extend('servers', ({ sandbox }) => createServers(sandbox))

describe('security scans', () => {
  it('scans every resource until a plan is set, then the requested resources', async ({ sandbox, servers: [first] }) => {
    expect((await sandbox.get(`${at}/settings`)).body.tier_coverage).toEqual({})
    expect((await scan(sandbox)).scan.findings).toMatchObject([{ name: 'No backups', affected_resources_count: 2 }])
    const begun = (await sandbox.post(`${at}/scans`, { resources: [`do:droplet:${first}`] })).body
    const { scan: same, ...flat } = begun
    expect(flat).toEqual(same)
    await sandbox.pass(130)
    const { findings } = (await sandbox.get(`${at}/scans/${begun.id}`)).body.scan
    expect(findings).toMatchObject([{ name: 'No backups', affected_resources_count: 1 }])
    expect((await sandbox.post(`${at}/scans`, { resources: ['do:droplet:1'] })).status).toBe(404)
  })

  it('scans no resource if the plan covers none', async ({ sandbox }) => {
    expect((await sandbox.get(`${at}/scans/latest`)).status).toBe(404)
    await createServers(sandbox)
    await cover(sandbox, { basic: { resources: [] } })
    expect((await sandbox.post(`${at}/scans`)).body.scan).toMatchObject({ status: 'CSPM_NOT_ENABLED', findings: [] })
    expect((await sandbox.get(`${at}/scans/latest`)).body.scan.status).toBe('CSPM_NOT_ENABLED')
  })

  it('runs one scan at a time, and lists the most severe findings first', async ({ sandbox, servers: ids }) => {
    await protect(sandbox, [Number(ids[0])])
    await cover(sandbox, { basic: { resources: [], tags: ['Storefront'] } })
    const begun = (await sandbox.post(`${at}/scans`)).body.scan
    expect(begun).toMatchObject({ status: 'IN_PROGRESS', findings: [] })
    expect(await sandbox.post(`${at}/scans`)).toMatchObject({ status: 400, body: { message: 'A scan is already in progress.' } })
    await sandbox.pass(130)
    const { scan: done, meta } = (await sandbox.get(`${at}/scans/latest`)).body
    expect(done).toMatchObject({ id: begun.id, status: 'COMPLETED' })
    expect(namesOf(done.findings)).toEqual(['SSH open to the internet', 'No backups'])
    expect(meta.total).toBe(2)
    expect(done.findings[1]).toMatchObject({ affected_resources_count: 2, mitigation_steps: [{ step: 1 }] })
    expect((await sandbox.get(`${at}/scans`)).body).toMatchObject({ scans: [done], meta: { total: 1 } })
    const affected = `${at}/scans/${done.id}/findings/${openSsh}/affected_resources` as const
    await sandbox.delete(`/v2/droplets/${ids[0]}`)
    expect((await sandbox.get(affected)).body).toMatchObject({
      affected_resources: [{ urn: `do:droplet:${ids[0]}`, name: 'web-01', type: 'droplet' }],
    })
    expect((await sandbox.ask('GET', affected.replace(openSsh, done.id))).status).toBe(404)
  })

  it('pages findings, and filters them by severity and type', async ({ sandbox }) => {
    await protect(sandbox, await createServers(sandbox))
    await cover(sandbox, { basic: { tags: ['storefront'] } })
    const { id } = (await scan(sandbox)).scan
    expect(namesOf((await sandbox.get(`${at}/scans/${id}?severity=MEDIUM`)).body.scan.findings)).toEqual(['No backups'])
    expect((await sandbox.get(`${at}/scans/${id}?type=dbaas`)).body).toMatchObject({ scan: { findings: [] }, meta: { total: 0 } })
    const page = (await sandbox.get(`${at}/scans/${id}?type=droplet&per_page=1`)).body
    expect(page).toMatchObject({ scan: { findings: [{ severity: 'CRITICAL' }] }, meta: { total: 2 } })
    expect(page.links.pages.next).toContain('page=2')
  })

  it('scans databases and load balancers', async ({ sandbox, servers: [id] }) => {
    const cluster = { name: 'orders-pg', engine: 'pg', region: 'nyc3', size: 'db-s-1vcpu-1gb', num_nodes: 1 } as const
    const { database } = (await sandbox.post('/v2/databases', cluster)).body
    const rules = [{ entry_protocol: 'http', entry_port: 80, target_protocol: 'http', target_port: 80 }] as const
    const { body } = await sandbox.post('/v2/load_balancers', { name: 'shop', region: 'nyc3', forwarding_rules: rules })
    const resources = [`do:droplet:${id}`, `do:dbaas:${database.id}`, `do:loadbalancer:${body.load_balancer.id}`]
    await cover(sandbox, { basic: { resources } })
    expect(namesOf((await scan(sandbox)).scan.findings)).toEqual(['Load balancer without TLS', 'No backups', 'Database without standby'])
  })
})

describe('security settings', () => {
  it('suppresses a rule for a resource from the next scan on, until the suppression is deleted', async ({ sandbox, servers: ids }) => {
    await protect(sandbox, ids)
    await cover(sandbox, { basic: { tags: ['storefront'] } })
    const before = (await scan(sandbox)).scan
    const request = { rule_uuid: openSsh, resources: [`do:droplet:${ids[0]}`] }
    const created = await sandbox.post(`${at}/settings/suppressions`, request)
    expect(created.status).toBe(201)
    const suppression = { rule_uuid: openSsh, rule_name: 'SSH open to the internet', resource_id: String(ids[0]), resource_type: 'droplet' }
    expect(created.body).toMatchObject({ resources: [suppression], meta: { page: 1, pages: 1, total: 1 } })
    expect((await sandbox.post(`${at}/settings/suppressions`, request)).body).toEqual(created.body)
    expect((await sandbox.get(`${at}/settings?per_page=1`)).body.settings.suppressions).toMatchObject({
      resources: [suppression],
      meta: { page: 1, pages: 1, total: 1 },
      links: {},
    })
    expect((await sandbox.get(`${at}/scans/${before.id}`)).body.scan).toEqual(before)
    const listing = await sandbox.get(`${at}/scans/${before.id}/findings/${openSsh}/affected_resources`)
    expect(listing.body.affected_resources).toEqual([{ urn: `do:droplet:${ids[1]}`, name: 'web-02', type: 'droplet' }])
    expect((await scan(sandbox)).scan.findings[0]).toMatchObject({ rule_uuid: openSsh, affected_resources_count: 1 })
    const path = `${at}/settings/suppressions/${created.body.resources[0].id}` as const
    expect((await sandbox.delete(path)).status).toBe(204)
    expect((await scan(sandbox)).scan.findings[0].affected_resources_count).toBe(2)
  })

  it('excludes a resource permanently', async ({ sandbox, servers: ids }) => {
    await cover(sandbox, { basic: { tags: ['storefront'] } })
    expect(await sandbox.post(`${at}/scans/rules`, { resource: `do:droplet:${ids[0]}` })).toMatchObject({ status: 201, body: undefined })
    expect((await scan(sandbox)).scan.findings[0].affected_resources_count).toBe(1)
  })

  it('removes a deleted resource from the plan so that a client can send the plan back', async ({ sandbox }) => {
    const [first, second] = (await createServers(sandbox)).map((id) => `do:droplet:${id}`) as [string, string]
    await cover(sandbox, { basic: { resources: [first, second] } })
    expect((await sandbox.delete(`/v2/droplets/${first.split(':').at(-1)}`)).status).toBe(204)
    const { tier_coverage: kept } = (await sandbox.get(`${at}/settings`)).body
    expect(kept).toEqual({ basic: { resources: [second], tags: [] } })
    expect((await cover(sandbox, kept)).status).toBe(200)
  })

  it('removes the suppressions of a deleted resource', async ({ sandbox, servers: ids }) => {
    await sandbox.post(`${at}/settings/suppressions`, { rule_uuid: openSsh, resources: ids.map((id) => `do:droplet:${id}`) })
    expect((await sandbox.delete(`/v2/droplets/${ids[0]}`)).status).toBe(204)
    expect((await sandbox.get(`${at}/settings?per_page=1`)).body.settings.suppressions).toMatchObject({
      resources: [{ resource_id: String(ids[1]) }],
      meta: { page: 1, pages: 1, total: 1 },
      links: {},
    })
  })

  it('returns 404 for missing resources and rules', async ({ sandbox }) => {
    const missingUrn = 'do:droplet:1'
    expect((await cover(sandbox, { basic: { resources: [missingUrn] } })).status).toBe(404)
    expect((await cover(sandbox, { golden: { resources: [] } })).status).toBe(422)
    expect((await sandbox.post(`${at}/scans/rules`, { resource: missingUrn })).status).toBe(404)
    expect((await sandbox.post(`${at}/settings/suppressions`, { rule_uuid: openSsh, resources: [missingUrn] })).status).toBe(404)
    const unknown = { rule_uuid: '00000000-0000-4000-8000-000000000000', resources: [missingUrn] }
    expect(await sandbox.post(`${at}/settings/suppressions`, unknown)).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining('rule_uuid') },
    })
  })
})
