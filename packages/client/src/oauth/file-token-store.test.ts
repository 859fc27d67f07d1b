import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { catchError } from '../../test/catch-error.ts'
import { createFileStore } from './file-token-store.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'spindrift-tokens-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const tokens = { accessToken: 'doo_v1_a', refreshToken: 'dor_v1_b', expiresAt: 1, scope: 'read' }

describe('createFileStore', () => {
  it('stores tokens in a file that only its owner can read', async () => {
    const path = join(folder, 'deep/tokens.json')
    expect(await createFileStore(path).load()).toBeUndefined()
    await createFileStore(path).save(tokens)
    expect(await createFileStore(path).load()).toEqual(tokens)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    await createFileStore(path).save(undefined)
    await createFileStore(path).save(undefined)
    expect(await createFileStore(path).load()).toBeUndefined()
  })

  it('replaces the file atomically with concurrent writers', async () => {
    const path = join(folder, 'shared.json')
    const stores = [createFileStore(path), createFileStore(path)]
    await Promise.all(Array.from({ length: 40 }, async (_, at) => stores[at % 2]!.save({ ...tokens, expiresAt: at })))
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ accessToken: 'doo_v1_a' })
    expect(readdirSync(folder).filter((name) => name.endsWith('.next'))).toEqual([])
  })

  it('lets one process refresh at a time, and removes the lock', async () => {
    const path = join(folder, 'exclusive.json')
    let inside = 0
    const max: number[] = []
    const work = async () => {
      max.push((inside += 1))
      await new Promise((resolve) => setTimeout(resolve, 10))
      inside -= 1
      if (max.length === 3) throw new Error('The third fails.')
    }
    const ended = await Promise.allSettled(Array.from({ length: 6 }, () => createFileStore(path).runExclusive?.(work)))
    expect(max).toEqual([1, 1, 1, 1, 1, 1])
    expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    expect(readdirSync(folder).filter((name) => name.endsWith('.lock'))).toEqual([])
  })

  it('takes over the lock of a dead process', async () => {
    const path = join(folder, 'left.json')
    writeFileSync(`${path}.lock`, '')
    utimesSync(`${path}.lock`, 0, 0)
    expect(await createFileStore(path).runExclusive?.(async () => 'done')).toBe('done')
  })

  it('waits for a live holder and keeps its lock', async () => {
    const path = join(folder, 'held.json')
    const lock = `${path}.lock`
    writeFileSync(lock, '')
    const alive = new Date(Date.now() - 14_000)
    utimesSync(lock, alive, alive)
    let done = false
    const waiting = createFileStore(path)
      .runExclusive?.(async () => undefined)
      .then(() => (done = true))
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect([done, readdirSync(folder).includes('held.json.lock')]).toEqual([false, true])
    rmSync(lock)
    await waiting
    expect(done).toBe(true)
  })

  it('updates the lock every two seconds while it works', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const path = join(folder, 'signed.json')
    const lock = `${path}.lock`
    await createFileStore(path).runExclusive?.(async () => {
      utimesSync(lock, 0, 0)
      vi.advanceTimersByTime(2000)
      await vi.waitFor(() => expect(statSync(lock).mtimeMs).toBeGreaterThan(Date.now() - 10_000), { timeout: 5000 })
      expect(statSync(lock).mode & 0o777).toBe(0o600)
    })
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
  })

  it('creates the folder of the lock, and rejects other errors', async () => {
    const path = join(folder, 'deeper/tokens.json')
    expect(await createFileStore(path).runExclusive?.(async () => 'done')).toBe('done')
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    expect(await catchError(Promise.resolve(createFileStore(join(file, 'x')).load()))).toMatchObject({ code: 'ENOTDIR' })
    const long = createFileStore(join(folder, 'x'.repeat(252)))
    expect(await catchError(Promise.resolve(long.runExclusive?.(async () => 1)))).toMatchObject({ code: 'ENAMETOOLONG' })
  })

  it('leaves no file behind when writing fails', async () => {
    const path = join(folder, 'taken')
    mkdirSync(path)
    writeFileSync(join(path, 'x'), '')
    await catchError(Promise.resolve(createFileStore(path).save(tokens)))
    expect(readdirSync(folder).filter((name) => name.endsWith('.next'))).toEqual([])
  })

  it('is readable only by its owner with any umask', async () => {
    const path = join(folder, 'masked.json')
    const mask = process.umask(0o277)
    try {
      await createFileStore(path).save(tokens)
    } finally {
      process.umask(mask)
    }
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it.each(['', '{', 'null', '[]', '{"accessToken":7}', '{"accessToken":"5ecret"}'])(
    'rejects a file with %j without repeating it',
    async (text) => {
      const path = join(folder, 'broken.json')
      writeFileSync(path, text)
      const error = await catchError(Promise.resolve(createFileStore(path).load()))
      expect(error.message).toBe(`${path} does not contain tokens. Delete it and authorize again.`)
      expect(error.cause).toBeUndefined()
    },
  )
})
