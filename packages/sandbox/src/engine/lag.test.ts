import { describe, expect } from 'vitest'
import { it as plain } from '../../test/it.ts'
import { createTestSandbox, webServer } from '../../test/create-test-sandbox.ts'

const options = { lag: 'real', actionSeconds: 0, rateLimits: 'off' } as const

async function createDroplet(sandbox: ReturnType<typeof createTestSandbox>): Promise<number> {
  const { body } = await sandbox.post('/v2/droplets', webServer)
  return body.droplet.id as number
}

const it = plain.extend('sandbox', () => createTestSandbox(options))

describe('with lag', () => {
  it('returns a deleted droplet for some seconds, but lists it no more', async ({ sandbox }) => {
    const id = await createDroplet(sandbox)
    expect((await sandbox.delete(`/v2/droplets/${id}`)).status).toBe(204)
    expect((await sandbox.get(`/v2/droplets/${id}`)).status).toBe(200)
    expect((await sandbox.get('/v2/droplets')).body.meta.total).toBe(0)
    expect((await sandbox.delete(`/v2/droplets/${id}`)).status).toBe(404)
    await sandbox.pass(12)
    expect((await sandbox.get(`/v2/droplets/${id}`)).status).toBe(404)
  })

  it('keeps the id of a deleted droplet in a firewall for a while, with the status succeeded', async ({ sandbox }) => {
    const id = await createDroplet(sandbox)
    const rule = { protocol: 'tcp', ports: '22', sources: { addresses: ['0.0.0.0/0'] } } as const
    const created = await sandbox.post('/v2/firewalls', { name: 'web', droplet_ids: [id], inbound_rules: [rule] })
    const path = `/v2/firewalls/${created.body.firewall.id}` as const
    await sandbox.delete(`/v2/droplets/${id}`)
    await sandbox.pass(12)
    expect((await sandbox.get(path)).body.firewall).toMatchObject({ droplet_ids: [id], status: 'succeeded' })
    await sandbox.pass(30)
    expect((await sandbox.get(path)).body.firewall).toMatchObject({ droplet_ids: [], status: 'succeeded' })
  })

  it('rejects the deletion of a project that was just emptied', async ({ sandbox }) => {
    const id = await createDroplet(sandbox)
    const { body } = await sandbox.post('/v2/projects', { name: 'Storefront', purpose: 'Web application' })
    const path = `/v2/projects/${body.project.id}` as const
    const resources = [`do:droplet:${id}`]
    await sandbox.post(`${path}/resources`, { resources })
    await sandbox.post('/v2/projects/default/resources', { resources })
    const refused = await sandbox.delete(path)
    expect([refused.status, refused.body.message]).toEqual([412, expect.stringContaining('cannot delete a project with resources')])
    await sandbox.pass(14)
    expect((await sandbox.delete(path)).status).toBe(204)
  })

  it('shows a droplet as active for a few seconds after power_off, and starts the next action after it', async ({ sandbox }) => {
    const id = await createDroplet(sandbox)
    const path = `/v2/droplets/${id}` as const
    const act = async (type: 'power_off' | 'power_on') => {
      const { body } = await sandbox.post(`${path}/actions`, { type })
      expect((await sandbox.get(`/v2/actions/${body.action.id}`)).body.action.status).toBe('completed')
      return (await sandbox.get(path)).body.droplet.status as string
    }
    expect(await act('power_off')).toBe('active')
    await sandbox.pass(4)
    expect((await sandbox.get(path)).body.droplet.status).toBe('off')
    expect(await act('power_on')).toBe('active')
    expect(await act('power_off')).toBe('active')
    expect(await act('power_on')).toBe('active')
    await sandbox.pass(60)
    expect((await sandbox.get(path)).body.droplet.status).toBe('active')
  })
})

it('without lag everything shows at once', async () => {
  const sandbox = createTestSandbox({ ...options, lag: 'none' })
  const id = await createDroplet(sandbox)
  await sandbox.post(`/v2/droplets/${id}/actions`, { type: 'power_off' })
  expect((await sandbox.get(`/v2/droplets/${id}`)).body.droplet.status).toBe('off')
  await sandbox.delete(`/v2/droplets/${id}`)
  expect((await sandbox.get(`/v2/droplets/${id}`)).status).toBe(404)
})
