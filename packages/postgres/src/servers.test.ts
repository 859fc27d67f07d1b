import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Backend, DatabaseServer } from './server.ts'
import { Servers } from './servers.ts'

const socket = join(tmpdir(), `spindrift-test-${process.pid}`)
const listener = createServer()
beforeAll(() => void listener.listen(socket))
afterAll(() => void listener.close())

/** Back end whose servers do nothing but count. */
function createBackend(maxServers = 2) {
  const running = new Set<string>()
  const backend: Backend = {
    name: 'test-1',
    isPerDatabase: true,
    maxServers,
    prepare: () => {},
    start: async (folder) => {
      if (running.has(folder)) throw new Error(`${folder} runs already`)
      running.add(folder)
      const { promise: ended, resolve } = Promise.withResolvers<void>()
      const server: DatabaseServer = {
        socket,
        copyTo: async () => {},
        stop: async () => {
          running.delete(folder)
          resolve()
        },
        exit: ended,
      }
      return server
    },
  }
  return { backend, running }
}

async function closeSession(session: Socket): Promise<void> {
  session.destroy()
  await once(session, 'close')
}

const describeServer = (folder: string) => ({ folder, database: 'defaultdb', title: folder, prepare: async () => {} })

describe('servers', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('start with the first connection, and stop five minutes after the last one has closed', async () => {
    const { backend, running } = createBackend()
    const servers = new Servers(backend)
    const [one, two] = await Promise.all([servers.connect(describeServer('/a')), servers.connect(describeServer('/a'))])
    expect(running).toEqual(new Set(['/a']))
    await closeSession(one)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(running.size).toBe(1)
    await closeSession(two)
    await vi.advanceTimersByTimeAsync(299_000)
    expect(running.size).toBe(1)
    await vi.advanceTimersByTimeAsync(2000)
    expect(running.size).toBe(0)
    await servers.connect(describeServer('/a'))
    expect(running.size).toBe(1)
  })

  it('make room for another one when they have no connections, else refuse it with the names of all', async () => {
    const { backend, running } = createBackend()
    const servers = new Servers(backend)
    await servers.connect(describeServer('/a'))
    const unused = await servers.connect(describeServer('/b'))
    await expect(servers.connect(describeServer('/c'))).rejects.toMatchObject({ code: '53300', message: expect.stringContaining('/a, /b') })
    await closeSession(unused)
    await servers.connect(describeServer('/c'))
    expect(running).toEqual(new Set(['/a', '/c']))
  })

  it('stop with the folder above', async () => {
    const { backend, running } = createBackend(3)
    const servers = new Servers(backend)
    for (const folder of ['/x/a', '/x/b', '/xy']) await servers.connect(describeServer(folder))
    await servers.stop('/x')
    expect(running).toEqual(new Set(['/xy']))
  })

  it('can be started again after their preparation failed', async () => {
    const { backend, running } = createBackend()
    const servers = new Servers(backend)
    await expect(servers.connect({ ...describeServer('/a'), prepare: () => Promise.reject(new Error('no disk')) })).rejects.toThrow(
      'no disk',
    )
    expect(running.size).toBe(0)
    await servers.connect(describeServer('/a'))
    expect(running.size).toBe(1)
  })
})
