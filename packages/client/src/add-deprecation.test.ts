import { afterEach, describe, expect, it, vi } from 'vitest'
import { createCloud } from './create-cloud.ts'
import { createFloatingIps } from './generated/floating-ips.ts'

const fetch = async () => Response.json({ floating_ips: [], reserved_ips: [], meta: { total: 0 } })
const options = { baseUrl: 'http://127.0.0.1:1', token: 'any', fetch }

afterEach(() => vi.restoreAllMocks())

describe('a deprecated operation', () => {
  it('warns once per process with the replacement, for all clients', async () => {
    const emit = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    await createCloud({ ...options, deprecations: false }).floatingIps.list()
    expect(emit).not.toHaveBeenCalled()
    await createCloud(options).floatingIps.list()
    await createCloud(options).floatingIps.list()
    await createFloatingIps(options).list()
    expect(emit.mock.calls).toEqual([['GET /v2/floating_ips is deprecated. Use `cloud.reservedIps.list` instead.', 'DeprecationWarning']])
  })

  it('warns on the console without a process', async () => {
    vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    vi.stubGlobal('process', { env: {} })
    await createCloud(options).floatingIps.get('203.0.113.25')
    vi.unstubAllGlobals()
    expect(warn.mock.calls).toEqual([['GET /v2/floating_ips/{floating_ip} is deprecated. Use `cloud.reservedIps.get` instead.']])
  })

  it('keeps its wait methods', () => {
    const { getActive } = createCloud(options).registries.legacy.garbageCollections
    expect(Object.keys(getActive)).toEqual(Object.keys(createCloud(options).registries.garbageCollections.getActive))
    expect(getActive.waitUntil).toBeTypeOf('function')
  })

  it('is the only kind that warns', async () => {
    const emit = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    await createCloud(options).reservedIps.list()
    expect(emit).not.toHaveBeenCalled()
  })
})
