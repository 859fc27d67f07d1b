/**
 * Token store in a file that only its owner can read, for Node, Deno and Bun. In its own entry point, so that the rest of this package needs no file
 * system.
 */
/// <reference types="node" />
import { chmod, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CloudError } from '../errors.ts'
import type { StoredTokens, TokenStore } from './token-store.ts'

/**
 * Creates a token store in a file. Processes can share it: the file is read at each refresh and replaced atomically, and a `.lock` file next to it lets
 * one process refresh at a time.
 *
 * @throws CloudError if the file does not contain tokens
 */
export function createFileStore(path: string): TokenStore {
  return {
    load: async () => {
      const text = await readFile(path, 'utf8').catch((error: unknown) => {
        if ((error as { code?: unknown }).code === 'ENOENT') return undefined
        throw error
      })
      return text === undefined ? undefined : parse(path, text)
    },
    save: async (tokens) => {
      if (tokens === undefined) return rm(path, { force: true })
      const next = `${path}.${process.pid}.${crypto.randomUUID()}.next`
      await mkdir(dirname(path), { recursive: true })
      try {
        await writeFile(next, `${JSON.stringify(tokens)}\n`, { mode: 0o600, flush: true })
        // `writeFile` applies the umask; `chmod` sets the exact mode.
        await chmod(next, 0o600)
        await rename(next, path)
      } catch (error) {
        await rm(next, { force: true })
        throw error
      }
    },
    runExclusive: async (work) => {
      const lock = `${path}.lock`
      await mkdir(dirname(path), { recursive: true })
      await acquireLock(lock)
      const heartbeat = setInterval(() => void utimes(lock, new Date(), new Date()).catch(() => undefined), heartbeatMs)
      try {
        return await work()
      } finally {
        clearInterval(heartbeat)
        await rm(lock, { force: true })
      }
    },
  }
}

/** Interval of the lock holder's heartbeats, and the age without one after which a lock is stale. */
const heartbeatMs = 2000
const staleLockMs = 15_000

async function acquireLock(lock: string): Promise<void> {
  for (;;) {
    try {
      await writeFile(lock, '', { flag: 'wx', mode: 0o600 })
      return
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'EEXIST') throw error
    }
    const heartbeatAt = await stat(lock).then(
      ({ mtimeMs }) => mtimeMs,
      () => Infinity,
    )
    if (Date.now() - heartbeatAt > staleLockMs) await rm(lock, { force: true })
    await new Promise((resolve) => setTimeout(resolve, 20 + 20 * Math.random()))
  }
}

function parse(path: string, text: string): StoredTokens {
  const tokens = tryParse(text) as StoredTokens | null | undefined
  if (typeof tokens?.accessToken !== 'string' || typeof tokens.expiresAt !== 'number') {
    // No cause: it would repeat the content.
    throw new CloudError(`${path} does not contain tokens. Delete it and authorize again.`)
  }
  return tokens
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
