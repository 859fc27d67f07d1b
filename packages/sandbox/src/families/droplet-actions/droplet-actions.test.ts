import { describe, expect } from 'vitest'
import { it } from '../../../test/it.ts'
import { createDroplet } from '../../../test/fixtures.ts'
import { type TestSandbox, webServer } from '../../../test/create-test-sandbox.ts'
import { type BodyAt, forbidden } from '../../../test/operation-at.ts'

const read = async (sandbox: TestSandbox, id: number) => (await sandbox.get(`/v2/droplets/${id}`)).body.droplet
type Act = BodyAt<'post', `/v2/droplets/${number}/actions`>

const act = (sandbox: TestSandbox, id: number, body: Act) => sandbox.post(`/v2/droplets/${id}/actions`, body)

describe('locks of droplets', () => {
  it('[locking-action-locks] lock the droplet when an action starts', async ({ sandbox, dropletId: id }) => {
    expect((await read(sandbox, id)).locked).toBe(false)
    await act(sandbox, id, { type: 'reboot' })
    expect((await read(sandbox, id)).locked).toBe(true)
  })

  it('[lock-true-while-uncompleted] last exactly as long as the action', async ({ frozen: sandbox }) => {
    const { droplet } = (await sandbox.post('/v2/droplets', webServer)).body
    await sandbox.pass(29)
    expect((await read(sandbox, droplet.id)).locked).toBe(true)
    await sandbox.pass(1)
    expect((await read(sandbox, droplet.id)).locked).toBe(false)
    const { action } = (await act(sandbox, droplet.id, { type: 'power_off' })).body
    await sandbox.pass(4)
    expect((await read(sandbox, droplet.id)).locked).toBe(true)
    await sandbox.pass(1)
    expect((await sandbox.get(`/v2/actions/${action.id}`)).body.action.status).toBe('completed')
    expect((await read(sandbox, droplet.id)).locked).toBe(false)
    expect((await act(sandbox, droplet.id, { type: 'power_on' })).status).toBe(201)
  })

  it('accept an action with the fields of every type, if the others are null', async ({ sandbox, dropletId: id }) => {
    const all = { type: 'rename', name: 'web-02', size: null, disk: null, image: null, kernel: null, backup_policy: null }
    expect((await sandbox.post(`/v2/droplets/${id}/actions`, forbidden(all))).status).toBe(201)
  })

  it('[locking-asynchronous] return the action before it is complete', async ({ sandbox, dropletId: id }) => {
    const { action } = (await act(sandbox, id, { type: 'rename', name: 'web-02' })).body
    expect(action).toMatchObject({ status: 'in-progress', completed_at: null })
    expect((await read(sandbox, id)).name).toBe('web-01')
    await sandbox.pass(5)
    expect((await read(sandbox, id)).name).toBe('web-02')
    expect((await sandbox.get(`/v2/droplets/${id}/actions/${action.id}`)).body.action.completed_at).toEqual(expect.any(String))
  })

  it('[locking-second-action-422] reject another action on a locked droplet', async ({ sandbox }) => {
    const { droplet } = (await sandbox.post('/v2/droplets', webServer)).body
    const refused = { status: 422, body: { id: 'unprocessable_entity', message: 'Droplet already has a pending event.' } }
    expect(await act(sandbox, droplet.id, { type: 'reboot' })).toMatchObject(refused)
    await sandbox.pass(30)
    await act(sandbox, droplet.id, { type: 'power_off' })
    expect(await act(sandbox, droplet.id, { type: 'power_on' })).toMatchObject(refused)
  })

  it('[errors-422-locked] return 422 by id and by tag, and name the lock', async ({ sandbox }) => {
    const id = await createDroplet(sandbox, { tags: ['storefront'] })
    await act(sandbox, id, { type: 'snapshot' })
    const refused = {
      [`/v2/droplets/${id}/actions`]: 'Droplet already has a pending event.',
      '/v2/droplets/actions?tag_name=storefront': 'there are currently blocking events processing for one or more of the droplets',
    }
    for (const [path, message] of Object.entries(refused))
      expect(await sandbox.ask('POST', path, { type: 'reboot' })).toMatchObject({
        status: 422,
        body: { id: 'unprocessable_entity', message, request_id: expect.any(String) },
      })
  })

  it('[locking-second-action-no-change] leave the droplet and the running action unchanged when an action is rejected', async ({
    frozen: sandbox,
  }) => {
    const id = await createDroplet(sandbox)
    const { action } = (await act(sandbox, id, { type: 'power_off' })).body
    const before = await read(sandbox, id)
    expect((await act(sandbox, id, { type: 'rename', name: 'other' })).status).toBe(422)
    expect(await read(sandbox, id)).toEqual(before)
    expect((await sandbox.get(`/v2/droplets/${id}/actions`)).body.actions.map((each) => each.id)[0]).toBe(action.id)
    await sandbox.pass(5)
    expect(await read(sandbox, id)).toMatchObject({ name: 'web-01', status: 'off' })
    expect((await sandbox.get(`/v2/actions/${action.id}`)).body.action.status).toBe('completed')
  })
})

describe('history of actions', () => {
  type Start = (sandbox: TestSandbox, dropletId: number) => Promise<unknown>
  /** Starts an action on a resource of each type. */
  const starts: Readonly<Record<string, Start>> = {
    droplet: (sandbox, id) => act(sandbox, id, { type: 'reboot' }),
    backend: async (sandbox, id) => {
      const { volume } = (await sandbox.post('/v2/volumes', { name: 'covers', region: 'nyc3', size_gigabytes: 1 })).body
      return sandbox.post(`/v2/volumes/${volume.id}/actions`, { type: 'attach', droplet_id: id })
    },
    floating_ip: async (sandbox, id) => {
      const { reserved_ip: address } = (await sandbox.post('/v2/reserved_ips', { region: 'nyc3' })).body
      return sandbox.post(`/v2/reserved_ips/${address.ip}/actions`, { type: 'assign', droplet_id: id })
    },
    image: async (sandbox, id) => {
      await act(sandbox, id, { type: 'snapshot', name: 'one' })
      await sandbox.pass(5)
      const [image] = (await read(sandbox, id)).snapshot_ids
      return sandbox.post(`/v2/images/${image}/actions`, { type: 'transfer', region: 'sfo3' })
    },
    SHARE: async (sandbox) => {
      const { share } = (await sandbox.post('/v2/nfs', { name: 'masters', size_gib: 50, region: 'nyc3' })).body
      await sandbox.pass(60)
      return sandbox.post(`/v2/nfs/${share.id}/actions`, { type: 'resize', params: { size_gib: 60 } })
    },
  }

  it('[actions-created-each-time] contains two actions for two equal requests', async ({ instant: sandbox }) => {
    const id = await createDroplet(sandbox)
    const [first, second] = [await act(sandbox, id, { type: 'reboot' }), await act(sandbox, id, { type: 'reboot' })]
    expect(second.body.action.id).toBeGreaterThan(first.body.action.id)
    expect((await sandbox.get(`/v2/droplets/${id}/actions`)).body.meta.total).toBe(3)
  })

  it('[events-actions-recorded] contains an action from its start', async ({ frozen: sandbox }) => {
    const id = await createDroplet(sandbox)
    const { action } = (await act(sandbox, id, { type: 'reboot' })).body
    expect((await sandbox.get(`/v2/actions/${action.id}`)).body.action).toEqual(action)
    expect((await sandbox.get('/v2/actions')).body.actions[0]).toEqual(action)
    expect((await sandbox.get(`/v2/droplets/${id}/actions/${action.id}`)).body.action).toEqual(action)
  })

  it.for(Object.entries(starts))(
    '[actions-global-endpoint] contains actions on resources of the type %s',
    async ([type, start], { sandbox }) => {
      await start(sandbox, await createDroplet(sandbox))
      // Replies of NFS have no id.
      const { id } = (await sandbox.get('/v2/actions')).body.actions[0] ?? {}
      await sandbox.pass(30)
      const { action } = (await sandbox.get(`/v2/actions/${id}`)).body
      expect(action).toMatchObject({ id, resource_type: type, status: 'completed' })
      expect((await sandbox.get('/v2/actions')).body.actions[0]).toEqual(action)
    },
  )

  it('[actions-never-removed] keeps the actions of deleted resources', async ({ sandbox, dropletId: id }) => {
    const { action } = (await act(sandbox, id, { type: 'reboot' })).body
    await sandbox.pass(5)
    await sandbox.delete(`/v2/droplets/${id}`)
    await sandbox.pass(10 * 365 * 86_400)
    expect((await sandbox.get(`/v2/actions/${action.id}`)).body.action).toMatchObject({ status: 'completed', resource_id: id })
    expect((await sandbox.get('/v2/actions')).body.actions.map((each) => each.type)).toEqual(['reboot', 'create'])
    expect((await sandbox.get(`/v2/droplets/${id}/actions`)).status).toBe(404)
  })
})

describe('droplet actions', () => {
  const powers = [
    { type: 'power_off', from: 'active', to: 'off' },
    { type: 'shutdown', from: 'active', to: 'off' },
    { type: 'reboot', from: 'active', to: 'active' },
    { type: 'power_cycle', from: 'active', to: 'active' },
    { type: 'password_reset', from: 'active', to: 'active' },
    { type: 'power_on', from: 'off', to: 'active' },
    // The Ansible collection sends it as soon as a new droplet is active.
    { type: 'power_on', from: 'active', to: 'active' },
    { type: 'power_cycle', from: 'off', to: 'active' },
  ] as const
  it.for(powers)('$type changes the status from $from to $to', async ({ type, from, to }, { instant: sandbox }) => {
    const id = await createDroplet(sandbox)
    if (from === 'off') await act(sandbox, id, { type: 'power_off' })
    const { status, body } = await act(sandbox, id, { type })
    expect(status).toBe(201)
    expect((await sandbox.get(`/v2/actions/${body.action.id}`)).body.action).toMatchObject({ type, status: 'completed' })
    expect((await read(sandbox, id)).status).toBe(to)
  })

  it('enable_ipv6 assigns a permanent address', async ({ instant: sandbox }) => {
    const id = await createDroplet(sandbox)
    await act(sandbox, id, { type: 'enable_ipv6' })
    const { features, networks } = await read(sandbox, id)
    expect(features).toContain('ipv6')
    expect(networks.v6).toMatchObject([{ netmask: 64, type: 'public' }])
    await act(sandbox, id, { type: 'enable_ipv6' })
    expect((await read(sandbox, id)).networks.v6).toEqual(networks.v6)
  })

  it('rebuild replaces the disk and keeps the addresses', async ({ instant: sandbox }) => {
    const id = await createDroplet(sandbox)
    const before = await read(sandbox, id)
    expect((await act(sandbox, id, { type: 'rebuild', image: 'debian-13-x64' })).status).toBe(201)
    const after = await read(sandbox, id)
    expect(after.image.slug).toBe('debian-13-x64')
    expect(after.networks).toEqual(before.networks)
  })

  it('snapshot creates an image with the time of the action', async ({ sandbox, dropletId: id }) => {
    const { action } = (await act(sandbox, id, { type: 'snapshot' })).body
    await sandbox.pass(60)
    const [{ created_at }] = (await sandbox.get(`/v2/droplets/${id}/snapshots`)).body.snapshots
    expect(created_at).toBe(action.started_at)
    const listIn = async (slug: string) => (await sandbox.get(`/v2/snapshots?region=${slug}`)).body.snapshots
    expect([(await listIn('nyc3')).length, (await listIn('ams3')).length]).toEqual([1, 0])
  })

  it('snapshot without a name is named after the droplet and the time', async ({ instant: sandbox }) => {
    const id = await createDroplet(sandbox)
    await act(sandbox, id, { type: 'snapshot', name: null })
    const [snapshot] = (await sandbox.get(`/v2/droplets/${id}/snapshots`)).body.snapshots
    expect(snapshot).toMatchObject({ name: expect.stringMatching(/^web-01-\d{4}-/), type: 'snapshot', min_disk_size: 50 })
  })

  const refusals = [
    { input: { type: 'resize', size: 'no-such' }, expected: 'size' },
    { input: { type: 'resize', size: 'gpu-h100x1-80gb' }, expected: 'nyc3' },
    { input: { type: 'restore', image: 189_201_457 }, expected: 'image' },
    { input: { type: 'rebuild', image: 'no-such' }, expected: 'image' },
    { input: { type: 'change_kernel', kernel: 7515 }, expected: 'kernel' },
    { input: { type: 'change_backup_policy', backup_policy: { plan: 'daily' } }, expected: 'Backups' },
  ]
  it.for(refusals)('return 422 for $input', async ({ input, expected }, { instant: sandbox }) => {
    const id = await createDroplet(sandbox)
    await act(sandbox, id, { type: 'power_off' })
    expect(await act(sandbox, id, forbidden(input))).toMatchObject({ status: 422, body: { message: expect.stringContaining(expected) } })
    expect((await read(sandbox, id)).locked).toBe(false)
  })

  it('reject types that need a single droplet by tag, and return an empty list for an unused tag', async ({ sandbox }) => {
    const id = await createDroplet(sandbox, { tags: ['storefront'] })
    expect((await sandbox.post('/v2/droplets/actions?tag_name=storefront', forbidden({ type: 'rename', name: 'x' }))).status).toBe(422)
    expect((await sandbox.post('/v2/droplets/actions', { type: 'reboot' })).status).toBe(422)
    const none = await sandbox.post('/v2/droplets/actions?tag_name=no-such', { type: 'reboot' })
    expect(none).toMatchObject({ status: 201, body: { actions: [], meta: { total: 0 } } })
    for (const type of ['enable_backups', 'enable_ipv6', 'snapshot', 'disable_backups', 'power_off'] as const) {
      expect((await sandbox.post('/v2/droplets/actions?tag_name=storefront', { type })).body.actions).toMatchObject([
        { resource_id: id, type },
      ])
      await sandbox.pass(5)
    }
    expect(await read(sandbox, id)).toMatchObject({ status: 'off', snapshot_ids: [expect.any(Number)] })
  })
})
