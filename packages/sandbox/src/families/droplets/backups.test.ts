import { describe, expect, it } from 'vitest'
import { createDroplet } from '../../../test/fixtures.ts'
import { createTestSandbox, type TestSandbox } from '../../../test/create-test-sandbox.ts'
import type { BodyAt } from '../../../test/operation-at.ts'

const day = 86_400

const backupsOf = async (sandbox: TestSandbox, id: number) => (await sandbox.get(`/v2/droplets/${id}/backups`)).body.backups
const daily = { backups: true, backup_policy: { plan: 'daily', hour: 4 } } as const

async function createMonday(): Promise<TestSandbox> {
  const sandbox = createTestSandbox()
  await sandbox.post('/_sandbox/clock', { now: '2027-03-01T00:00:00Z', frozen: true })
  return sandbox
}

describe('droplet backups', () => {
  it('[images-backups-automatic] are created in their window, and kept as long as the plan says', async () => {
    const sandbox = await createMonday()
    const id = await createDroplet(sandbox, daily)
    expect(await backupsOf(sandbox, id)).toEqual([])
    await sandbox.pass(5 * 3600)
    const [first] = await backupsOf(sandbox, id)
    expect(first).toMatchObject({ name: 'web-01 2027-03-01', type: 'backup', regions: ['nyc3'], created_at: '2027-03-01T04:10:00Z' })
    const { droplet } = (await sandbox.get(`/v2/droplets/${id}`)).body
    expect(droplet).toMatchObject({ backup_ids: [first.id], snapshot_ids: [], next_backup_window: { start: '2027-03-02T04:00:00Z' } })
    expect((await sandbox.get(`/v2/images/${first.id}`)).body.image).toMatchObject({ type: 'backup', public: false, status: 'available' })
    expect((await sandbox.get('/v2/snapshots')).body.meta.total).toBe(0)
    await sandbox.pass(6 * day)
    expect(await backupsOf(sandbox, id)).toHaveLength(7)
    await sandbox.pass(day)
    const remaining = await backupsOf(sandbox, id)
    expect(remaining).toHaveLength(7)
    expect(remaining.map((each) => each.id)).not.toContain(first.id)
    expect((await sandbox.get(`/v2/images/${first.id}`)).status).toBe(404)
  })

  it('move to another day when the policy changes, and stop when they are disabled', async () => {
    const sandbox = await createMonday()
    const id = await createDroplet(sandbox)
    const act = async (body: BodyAt<'post', `/v2/droplets/${number}/actions`>) => {
      expect((await sandbox.post(`/v2/droplets/${id}/actions`, body)).status).toBe(201)
      await sandbox.pass(5)
    }
    expect((await sandbox.get(`/v2/droplets/${id}/backups/policy`)).body.policy).toEqual({
      droplet_id: id,
      backup_enabled: false,
      backup_policy: null,
      next_backup_window: null,
    })
    expect((await sandbox.get('/v2/droplets/backups/policies')).body.policies[String(id)]!.backup_enabled).toBe(false)
    // Clients that decode into an object stumble over a list of the same name before it.
    const listing = await sandbox.fetch('http://127.0.0.1:4020/v2/droplets/backups/policies?per_page=1', {
      headers: { authorization: `Bearer ${sandbox.tokens.full}` },
    })
    expect((await listing.text()).split('"policies":')).toHaveLength(2)
    const policy = { plan: 'weekly', weekday: 'FRI', hour: 20 } as const
    expect((await sandbox.post(`/v2/droplets/${id}/actions`, { type: 'change_backup_policy', backup_policy: policy })).status).toBe(422)
    await act({ type: 'enable_backups' })
    await act({ type: 'change_backup_policy', backup_policy: policy })
    await sandbox.pass(5 * day)
    const [backup] = await backupsOf(sandbox, id)
    expect(backup.created_at).toBe('2027-03-05T20:10:00Z')
    await act({ type: 'disable_backups' })
    await sandbox.pass(20 * day)
    expect(await backupsOf(sandbox, id)).toHaveLength(1)
    const { droplet } = (await sandbox.get(`/v2/droplets/${id}`)).body
    expect(droplet.next_backup_window).toBeNull()
    expect(droplet.features).not.toContain('backups')
  })

  it('can be restored and converted to snapshots', async () => {
    const sandbox = await createMonday()
    const id = await createDroplet(sandbox, daily)
    await sandbox.pass(5 * 3600)
    const [backup] = await backupsOf(sandbox, id)
    const restored = await sandbox.post(`/v2/droplets/${id}/actions`, { type: 'restore', image: backup.id })
    expect(restored.status).toBe(201)
    await sandbox.pass(5)
    expect((await sandbox.post(`/v2/images/${backup.id}/actions`, { type: 'convert' })).status).toBe(201)
    await sandbox.pass(10)
    expect((await sandbox.get(`/v2/droplets/${id}`)).body.droplet).toMatchObject({ backup_ids: [], snapshot_ids: [backup.id] })
    expect((await sandbox.get(`/v2/snapshots/${backup.id}`)).body.snapshot).toMatchObject({
      resource_id: String(id),
      resource_type: 'droplet',
    })
    await sandbox.pass(30 * day)
    expect((await sandbox.get(`/v2/images/${backup.id}`)).body.image.type).toBe('snapshot')
  })
})
