import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { sendRequest } from '@spindrift/testing/send-request'
import { createSandbox } from '../create-sandbox.ts'
import type { StartOptions } from '../options.ts'
import { startSandbox, type RunningSandbox } from '../start-sandbox.ts'
import { loadServices } from './load-services.ts'
import type { Resource, ResourceChange, Service, ServiceContext } from './service.ts'

/** Service that counts volumes, and adds a mount address to their replies. */
function createVolumeCounter() {
  const calls: string[] = []
  const times: number[] = []
  const changes: ResourceChange[] = []
  const volumes = new Map<string, Resource>()
  let ctx: ServiceContext | undefined
  const load = () => {
    volumes.clear()
    for (const volume of ctx?.list('Volume') ?? []) volumes.set(volume.id, volume)
  }
  const service: Service = {
    name: 'counter',
    kinds: ['Volume'],
    start: async (given) => {
      ctx = given
      load()
      return { urls: { count: 'http://127.0.0.1:9/' }, environment: { SPACES_ENDPOINT_URL: 'http://127.0.0.1:9' } }
    },
    applyChanges: async (given) => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      for (const { before, after } of given) {
        if (after?.value['name'] === 'broken') throw new Error('the disk is full')
        if (after) volumes.set(after.id, after)
        else if (before) volumes.delete(before.id)
      }
      changes.push(...given)
    },
    serialize: ({ value }) => ({ description: `mounted at /mnt/${String(value['name'])}` }),
    snapshot: (folder) => writeFileSync(join(folder, 'count'), String(volumes.size)),
    restore: (folder) => {
      calls.push(`restore ${readFileSync(join(folder, 'count'), 'utf8')}`)
      load()
    },
    reset: () => {
      calls.push('reset')
      load()
    },
    advance: () => void times.push((ctx as ServiceContext).now()),
    removeAccount: (account) => void calls.push(`remove ${account}`),
    stop: () => void calls.push('stop'),
  }
  return { service, volumes, changes, calls, times, context: () => ctx as ServiceContext }
}

const sandboxes: RunningSandbox[] = []
const folders: string[] = []
afterEach(async () => {
  for (const sandbox of sandboxes.splice(0)) await sandbox.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

async function start(options: StartOptions = {}) {
  const counter = createVolumeCounter()
  const errors: unknown[] = []
  const sandbox = await startSandbox({ port: 0, seed: 7, onError: (error) => errors.push(error), services: [counter.service], ...options })
  sandboxes.push(sandbox)
  const request = (method: string, path: string, body?: object, token?: string) => sendRequest(sandbox, method, path, body, token)
  const create = (name: string, token?: string) => request('POST', '/v2/volumes', { name, region: 'nyc3', size_gigabytes: 1 }, token)
  return { ...counter, sandbox, request, create, errors }
}

describe('services', () => {
  it('receives committed changes before the response is sent', async () => {
    const { volumes, changes, request, create } = await start()
    const { id } = (await create('covers')).body.volume
    expect([...volumes.values()]).toMatchObject([{ kind: 'Volume', id, parent: '', value: { name: 'covers' } }])
    expect((await create('covers')).status).toBe(409)
    expect((await request('DELETE', `/v2/volumes/${id}`)).status).toBe(204)
    expect(volumes.size).toBe(0)
    expect(changes).toMatchObject([{ after: { id } }, { before: { id }, after: undefined }])
  })

  it('receives the changes of requests that arrive together', async () => {
    const { volumes, create } = await start()
    const replies = await Promise.all(['a', 'b', 'b', 'c'].map((name) => create(name)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409])
    expect([...volumes.values()].map(({ value }) => value['name']).toSorted()).toEqual(['a', 'b', 'c'])
  })

  it('adds fields to the resources in replies', async () => {
    const { request, create } = await start()
    expect((await create('covers')).body.volume.description).toBe('mounted at /mnt/covers')
    expect((await request('GET', '/v2/volumes')).body.volumes[0].description).toBe('mounted at /mnt/covers')
  })

  it('responds with 500 when a service fails, and reports the error', async () => {
    const { create, errors } = await start()
    const failed = await create('broken')
    expect(failed.status).toBe(500)
    expect(failed.body.message).toContain('counter: the disk is full')
    expect(errors).toHaveLength(1)
    expect((await create('covers')).status).toBe(201)
  })

  it('is told that a minute has passed or the clock was set back, before the response is sent', async () => {
    const { times, request } = await start()
    const setClock = (body: object) => request('POST', '/_sandbox/clock', body)
    await setClock({ now: '2026-03-02T10:00:00Z', frozen: true })
    times.length = 0
    await setClock({ advance_seconds: 59 })
    expect(times).toEqual([])
    await setClock({ advance_seconds: 1 })
    await setClock({ now: '2026-03-02T09:00:00Z' })
    expect(times).toEqual(['2026-03-02T10:01:00Z', '2026-03-02T09:00:00Z'].map((time) => Date.parse(time)))
  })

  it('reads the API for an account', async () => {
    const { sandbox, create, context } = await start()
    const { id } = (await create('covers')).body.volume
    const { owner, get } = context()
    expect(get(owner, `/v2/volumes/${id}`)).toMatchObject({ volume: { name: 'covers' } })
    expect(get(sandbox.account().id, `/v2/volumes/${id}`)).toBeUndefined()
    expect(get(owner, '/v2/unknown')).toBeUndefined()
  })

  it('is shown in the information of the sandbox', async () => {
    const { sandbox, request } = await start()
    const info = (await request('GET', '/_sandbox/info')).body
    expect(info.services).toEqual([{ name: 'counter', urls: { count: 'http://127.0.0.1:9/' } }])
    expect(info.environment.SPACES_ENDPOINT_URL).toBe('http://127.0.0.1:9')
    expect(sandbox.services[0]?.name).toBe('counter')
  })

  it.each([
    { location: 'in memory', hasFile: false },
    { location: 'beside the state file', hasFile: true },
  ])('saves and restores its data with a snapshot $location', async ({ hasFile }) => {
    const folder = mkdtempSync(join(tmpdir(), 'services-'))
    folders.push(folder)
    const { volumes, calls, request, create, context } = await start(hasFile ? { state: join(folder, 'a.db') } : {})
    expect(context().folder).toBe(hasFile ? join(folder, 'a.db.counter') : undefined)
    await create('covers')
    expect((await request('POST', '/_sandbox/snapshots', { name: 'one' })).status).toBe(200)
    await create('prints')
    expect((await request('POST', '/_sandbox/snapshots/restore', { name: 'one' })).status).toBe(200)
    expect(calls).toEqual(['restore 1'])
    expect(volumes.size).toBe(1)
    expect((await request('POST', '/_sandbox/reset')).status).toBe(200)
    expect(calls.at(-1)).toBe('reset')
    expect(volumes.size).toBe(0)
  })

  it('serves the resources of all accounts, and learns of removed accounts', async () => {
    const { volumes, calls, request, create, context } = await start()
    const account = (await request('POST', '/_sandbox/accounts')).body
    await create('covers', account.tokens.full)
    expect([...volumes.values()][0]).toMatchObject({ account: account.id })
    expect(context().list('Volume')).toMatchObject([{ account: account.id, value: { name: 'covers' } }])
    await request('DELETE', '/_sandbox/accounts', { id: account.id })
    expect(calls).toEqual([`remove ${account.id}`])
  })

  it('finds faults of its name and region', async () => {
    const { request, context } = await start()
    await request('POST', '/_sandbox/faults', { family: 'spaces', region: 'nyc3', status: 503, times: 1 })
    expect(await context().injectFault('PutObject', 'nyc3')).toBeUndefined()
    await request('POST', '/_sandbox/faults', { region: 'nyc3', status: 503, times: 1 })
    expect(await context().injectFault('PutObject', 'ams3')).toBeUndefined()
    expect(await context().injectFault('PutObject', 'nyc3')).toMatchObject({ status: 503 })
  })

  it('stops with the sandbox', async () => {
    const { sandbox, calls } = await start()
    await sandbox.close()
    expect(calls).toEqual(['stop'])
  })

  it('is refused with replicas, without a server and with an unknown name', async () => {
    await expect(startSandbox({ state: 'postgres://localhost/x', services: ['spaces'] })).rejects.toThrow('replicas cannot share')
    expect(() => createSandbox({ services: ['spaces'] })).toThrow('need startSandbox()')
    // @ts-expect-error -- not a service
    await expect(startSandbox({ services: ['queues'] })).rejects.toThrow('each must be spaces, postgres, dns')
  })

  it('names the command that installs a missing package', async () => {
    const origins = [pathToFileURL(join(tmpdir(), 'package.json'))]
    // pnpm puts the packages of this repository on NODE_PATH, so only a package that does not exist is missing everywhere.
    await expect(loadServices(['queues' as 'dns'], origins)).rejects.toThrow('npm install @spindrift/queues')
  })
})
