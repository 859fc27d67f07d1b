import { describe, expect, it } from 'vitest'
import { catchError } from '../../test/catch-error.ts'
import { createVolumes } from '../generated/volumes.ts'
import { ConnectionError } from '../errors.ts'
import { NotFoundError, RateLimitError } from '../http-errors.ts'
import { createTestCloud } from './create-test-cloud.ts'

const volume = { name: 'covers-data', region: 'nyc3', size_gigabytes: 100 } as const

describe('createTestCloud', () => {
  it('starts a platform with a client in one line', async () => {
    await using platform = await createTestCloud()
    expect((await platform.cloud.account.get()).account.email).toBe('maya@tidewater.example')
    await platform.cloud.volumes.create({ body: volume })
    expect((await createVolumes(platform.options).list()).meta.total).toBe(1)
  })

  it('returns the same seed data each time, isolated from others', async () => {
    const ids = async () => {
      await using platform = await createTestCloud()
      const created = await platform.cloud.volumes.create({ body: volume })
      return [created.volume.id, platform.sandbox.credentials().tokens.full, (await platform.cloud.volumes.list()).meta.total]
    }
    expect(await ids()).toEqual(await ids())
  })

  it('moves the clock', async () => {
    await using platform = await createTestCloud({ sandbox: { actionSeconds: 30 } })
    const { cloud, advance } = platform
    const { volume: created } = await cloud.volumes.create({ body: volume })
    const path = { volume_id: created.id }
    await cloud.volumes.actions.create({ path, body: { type: 'resize', size_gigabytes: 200 } })
    const size = async () => (await cloud.volumes.get({ path })).volume.size_gigabytes
    await advance(29)
    expect(await size()).toBe(100)
    await advance(1)
    expect(await size()).toBe(200)
  })

  it('injects and removes faults', async () => {
    await using platform = await createTestCloud({ client: { retry: false } })
    const { cloud, fail, reset } = platform
    await fail({ operation: 'account_get', status: 429, times: 1 })
    expect(await catchError(cloud.account.get())).toBeInstanceOf(RateLimitError)
    await fail({ operation: 'account_get', cut: 'before' })
    expect(await catchError(cloud.account.get())).toBeInstanceOf(ConnectionError)
    await cloud.tags.create({ body: { name: 'storefront' } })
    await reset()
    expect((await cloud.account.get()).account.status).toBe('active')
    expect(await catchError(cloud.tags.get({ path: { tag_id: 'storefront' } }))).toBeInstanceOf(NotFoundError)
    expect((await catchError(fail({ status: 200 }))).message).toContain('POST /_sandbox/faults')
  })

  it('enforces rate limits on request', async () => {
    await using platform = await createTestCloud({ sandbox: { rateLimits: 'on' }, client: { retry: false } })
    const calls = await Promise.allSettled(Array.from({ length: 251 }, () => platform.cloud.account.get()))
    expect(calls.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  })
})
