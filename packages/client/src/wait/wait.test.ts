/** Waiting with the sandbox: results, polling intervals, errors. */
import { describe, expect, test } from 'vitest'
import { catchError } from '../../test/catch-error.ts'
import { createTimedCloud } from '../../test/timed-cloud.ts'
import { UnprocessableEntityError } from '../http-errors.ts'
import { isLocked } from '../is-error.ts'
import { WaitError, WaitTimeoutError } from './wait-error.ts'

const droplet = { name: 'web-01', region: 'nyc3', size: 's-1vcpu-1gb', image: 'ubuntu-24-04-x64' } as const

/** Actions take 30 seconds. */
async function openCloud() {
  const platform = await createTimedCloud({ sandbox: { actionSeconds: 30 } })
  return Object.assign(platform, {
    async createDroplet() {
      const body = await platform.cloud.droplets.create({ body: droplet }).wait()
      return body.droplet
    },
  })
}

describe('wait() of a call that starts actions', () => {
  test('returns the created droplet when its action has completed', async () => {
    await using platform = await openCloud()
    const { cloud, clock } = platform
    const call = cloud.droplets.create({ body: droplet })
    const early = await call
    expect(early).toMatchObject({ droplet: { status: 'new', locked: true, networks: { v4: [] } } })
    const late = await call.wait()
    expect(late).toMatchObject({ droplet: { status: 'active', locked: false } })
    expect(late.droplet.networks.v4.length).toBeGreaterThan(0)
    // Each delay is 1.5 times the one before.
    expect(clock.sleeps).toEqual([1000, 1500, 2250, 3375, 5062.5, 7593.75, 10_000])
    expect((await cloud.droplets.list()).meta.total).toBe(1)
  })

  test('waits for several droplets', async () => {
    await using platform = await openCloud()
    const { name: _, ...rest } = droplet
    const body = await platform.cloud.droplets.create({ body: { ...rest, names: ['a', 'b', 'c'] } }).wait()
    expect(body.droplets.map(({ name, status }) => [name, status])).toEqual([
      ['a', 'active'],
      ['b', 'active'],
      ['c', 'active'],
    ])
  })

  test('returns a reserved IP with its droplet', async () => {
    await using platform = await openCloud()
    const { id } = await platform.createDroplet()
    const { reserved_ip: address } = await platform.cloud.reservedIps.create({ body: { droplet_id: id } }).wait()
    expect(address.droplet?.id).toBe(id)
    const { floating_ip: older } = await platform.cloud.floatingIps.create({ body: { region: 'nyc3' } }).wait()
    expect(older.region.slug).toBe('nyc3')
  })

  test('waits for an action on one droplet, and for actions by tag', async () => {
    await using platform = await openCloud()
    const { cloud } = platform
    const { id } = await platform.createDroplet()
    const path = { droplet_id: id }
    const { action } = await cloud.droplets.actions.create({ path, body: { type: 'power_off' } }).wait()
    expect(action).toMatchObject({ type: 'power_off', status: 'completed' })
    expect((await cloud.droplets.get({ path })).droplet.status).toBe('off')
    await cloud.tags.create({ body: { name: 'web' } })
    await cloud.tags.resources.assign({
      path: { tag_id: 'web' },
      body: { resources: [{ resource_id: String(id), resource_type: 'droplet' }] },
    })
    const { actions } = await cloud.droplets.actions.createByTag({ query: { tag_name: 'web' }, body: { type: 'power_on' } }).wait()
    expect(actions?.map(({ status }) => status)).toEqual(['completed'])
  })

  test('rejects with WaitError for an errored action', async () => {
    await using platform = await openCloud()
    await platform.fail({ operation: 'droplets_create', action: 'errored' })
    const error = await catchError(platform.cloud.droplets.create({ body: droplet }).wait(), WaitError)
    expect(error).not.toBeInstanceOf(WaitTimeoutError)
    expect(error).toMatchObject({ state: 'errored', last: { action: { type: 'create', status: 'errored' } } })
    const { id } = (error as WaitError & { readonly last: { readonly action: { readonly id: number } } }).last.action
    expect(error.message).toBe(
      `GET /v2/actions/2209617301: the status of action ${id} (create) is "errored" and will not become "completed".`,
    )
  })

  test('rejects with WaitTimeoutError and the last state; the action continues', async () => {
    await using platform = await openCloud()
    const call = platform.cloud.droplets.create({ body: droplet })
    const states: string[] = []
    const error = await catchError(call.wait({ timeoutMs: 7000, onState: (state) => states.push(state) }), WaitTimeoutError)
    expect(error).toMatchObject({ name: 'WaitTimeoutError', state: 'in-progress', last: { action: { status: 'in-progress' } } })
    expect(platform.clock.sleeps).toEqual([1000, 1500, 2250, 2250])
    expect(states).toEqual(Array.from({ length: 5 }, () => 'in-progress'))
    expect(await call.wait()).toMatchObject({ droplet: { status: 'active' } })
  })

  test.each([0, -5, 99, Number.NaN])('intervalMs: %d counts as 100', async (intervalMs) => {
    await using platform = await openCloud()
    await platform.cloud.droplets.create({ body: droplet }).wait({ intervalMs })
    expect(platform.clock.sleeps.slice(0, 3)).toEqual([100, 150, 225])
    expect(Math.max(...platform.clock.sleeps)).toBe(1000)
  })

  test('treats a timeout of NaN as expired', async () => {
    await using platform = await openCloud()
    expect(await catchError(platform.cloud.droplets.create({ body: droplet }).wait({ timeoutMs: Number.NaN }))).toBeInstanceOf(
      WaitTimeoutError,
    )
    expect(platform.clock.sleeps).toEqual([])
  })

  test('rejects with the reason of an abort', async () => {
    await using platform = await openCloud()
    const reason = new Error('Enough.')
    const call = platform.cloud.droplets.create({ body: droplet })
    expect(await catchError(call.wait({ signal: AbortSignal.abort(reason) }))).toBe(reason)
    const controller = new AbortController()
    const error = await catchError(call.wait({ signal: controller.signal, onState: () => controller.abort(reason) }))
    expect(error).toBe(reason)
  })

  test('survives temporary faults', async () => {
    await using platform = await openCloud()
    await platform.fail({ operation: 'actions_get', status: 503, times: 2 })
    await platform.fail({ operation: 'actions_get', cut: 'before', times: 1 })
    expect(await platform.createDroplet()).toMatchObject({ status: 'active' })
  })
})

test('cloud.actions.wait() accepts an action, a link and an id', async () => {
  await using platform = await openCloud()
  const { cloud } = platform
  const created = await cloud.droplets.create({ body: droplet })
  const [link] = created.links.actions ?? []
  expect(await cloud.actions.wait(link!)).toMatchObject({ id: link!.id, status: 'completed', type: 'create' })
  expect(await cloud.actions.wait(link!.id)).toMatchObject({ status: 'completed' })
  expect(Object.keys(cloud.actions)).toContain('wait')
})

describe('waitUntil()', () => {
  test('reads a resource until it is in the state', async () => {
    await using platform = await openCloud()
    const { cloud } = platform
    const created = await cloud.droplets.create({ body: droplet })
    const path = { droplet_id: created.droplet.id }
    expect((await cloud.droplets.get.waitUntil({ path }, 'active')).droplet.status).toBe('active')
    await cloud.droplets.actions.create({ path, body: { type: 'shutdown' } })
    expect((await cloud.droplets.get.waitUntil({ path }, ['off', 'archive'])).droplet.status).toBe('off')
  })

  test('rejects at once for a state that cannot be reached', async () => {
    await using platform = await openCloud()
    const { id } = await platform.createDroplet()
    const before = platform.clock.sleeps.length
    const error = await catchError(platform.cloud.droplets.get.waitUntil({ path: { droplet_id: id } }, 'new'))
    expect(error.message).toBe('GET /v2/droplets/412800101: droplet.status is "active" and will not become "new".')
    expect(error).toMatchObject({ name: 'WaitError', state: 'active' })
    expect(platform.clock.sleeps).toHaveLength(before)
  })

  test('rejects with 404 for a deleted resource', async () => {
    await using platform = await openCloud()
    const { id } = await platform.createDroplet()
    const path = { droplet_id: id }
    const gone = platform.cloud.droplets.get.waitUntil({ path }, 'off', { onState: () => void platform.cloud.droplets.delete({ path }) })
    expect(await catchError(gone)).toMatchObject({ status: 404 })
  })

  test('works for other families', async () => {
    await using platform = await openCloud()
    const { cloud } = platform
    const created = await cloud.databases.create({
      body: { name: 'covers', engine: 'pg', region: 'nyc3', size: 'db-s-1vcpu-1gb', num_nodes: 1 },
    })
    const path = { database_cluster_uuid: created.database.id }
    expect((await cloud.databases.get.waitUntil({ path }, 'online')).database.status).toBe('online')
  })
})

describe('access points of NFS shares, whose actions cannot be read', () => {
  async function openShare() {
    const platform = await openCloud()
    const { cloud } = platform
    const { vpc } = await cloud.vpcs.create({ body: { name: 'prepress', region: 'nyc3' } })
    const { share } = await cloud.nfs.create({ body: { name: 'masters', size_gib: 50, region: 'nyc3', vpc_ids: [vpc.id!] } })
    await cloud.nfs.get.waitUntil({ path: { nfs_id: share.id } }, 'ACTIVE')
    const access_policy = {
      anonuid: 1500,
      anongid: 1500,
      protocols: ['NFS4' as const],
      squash_config: 'ROOT_SQUASH' as const,
      identity_enforcement_enabled: false,
    }
    const create = () =>
      cloud.nfs.accessPoints.create({
        path: { share_id: share.id },
        body: { name: 'proofs', path: '/proofs', access_policy, vpc_id: vpc.id! },
      })
    return Object.assign(platform, { create, share })
  }

  test('are waited for by the state of the access point', async () => {
    await using platform = await openShare()
    const call = platform.create()
    expect((await call).access_point.status).toBe('ACCESS_POINT_CREATING')
    const { access_point: created, action } = await call.wait()
    expect(created.status).toBe('ACCESS_POINT_ACTIVE')
    expect(action).toEqual((await call).action)
    const { access_point: closed } = await platform.cloud.nfs.accessPoints.delete({ path: { access_point_id: created.id } }).wait()
    expect(closed.status).toBe('ACCESS_POINT_DELETED')
  })

  test('reject with WaitError if deleted while being created', async () => {
    await using platform = await openShare()
    const call = platform.create()
    const path = { access_point_id: (await call).access_point.id }
    const error = await catchError(call.wait({ onState: () => void platform.cloud.nfs.accessPoints.delete({ path }) }))
    expect(error).toMatchObject({ name: 'WaitError', state: 'ACCESS_POINT_DELETED' })
  })

  test('have no wait() for actions on the share, which stays ACTIVE', async () => {
    await using platform = await openShare()
    const path = { nfs_id: platform.share.id }
    const call = platform.cloud.nfs.actions.create({ path, body: { type: 'resize', params: { size_gib: 100 } } })
    expect((await call).action.status).toBe('IN_PROGRESS')
    expect('wait' in call).toBe(false)
    expect((await platform.cloud.nfs.get({ path })).share).toMatchObject({ status: 'ACTIVE', size_gib: 50 })
  })
})

describe('a droplet that is locked', () => {
  const reboot = { type: 'reboot' } as const

  test('rejects at once by default', async () => {
    await using platform = await openCloud()
    const path = { droplet_id: (await platform.createDroplet()).id }
    await platform.cloud.droplets.actions.create({ path, body: reboot })
    const error = await catchError(platform.cloud.droplets.actions.create({ path, body: reboot }), UnprocessableEntityError)
    expect(isLocked(error)).toBe(true)
  })

  test('accepts the next action when the blocking one has ended', async () => {
    await using platform = await openCloud()
    const path = { droplet_id: (await platform.createDroplet()).id }
    const { action: first } = await platform.cloud.droplets.actions.create({ path, body: reboot })
    const { action } = await platform.cloud.droplets.actions.create({ path, body: { type: 'power_off' } }, { waitForLockMs: 120_000 })
    expect(action).toMatchObject({ type: 'power_off', status: 'in-progress' })
    expect((await platform.cloud.actions.get({ path: { action_id: first.id } })).action.status).toBe('completed')
  })

  test('accepts the next action after an action that cannot be found, such as attaching a volume', async () => {
    await using platform = await openCloud()
    const { id } = await platform.createDroplet()
    const { volume } = await platform.cloud.volumes.create({ body: { name: 'covers', region: 'nyc3', size_gigabytes: 10 } })
    await platform.cloud.droplets.actions.create({ path: { droplet_id: id }, body: reboot })
    const request = { path: { volume_id: volume.id }, body: { type: 'attach', droplet_id: id, region: 'nyc3' } } as const
    expect(isLocked(await catchError(platform.cloud.volumes.actions.create(request)))).toBe(true)
    const { action } = await platform.cloud.volumes.actions.create(request, { waitForLockMs: 120_000 }).wait()
    expect(action).toMatchObject({ status: 'completed' })
  })

  test('returns the error of the platform after a short wait', async () => {
    await using platform = await openCloud()
    const path = { droplet_id: (await platform.createDroplet()).id }
    await platform.cloud.droplets.actions.create({ path, body: reboot })
    const error = await catchError(platform.cloud.droplets.actions.create({ path, body: reboot }, { waitForLockMs: 5000 }))
    expect(isLocked(error)).toBe(true)
  })
})
