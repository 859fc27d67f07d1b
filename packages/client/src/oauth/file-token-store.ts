/**
 * Keeps a user's tokens in a file that only its owner can read. Of Node, Deno and Bun; a sub-path of its own, so that nothing else of
 * this package needs them.
 */
/// <reference types="node" />
import { chmod, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CloudError } from '../errors.ts'
import type { StoredTokens, TokenStore } from './token-store.ts'

/**
 * Reads the file at each refresh, so that processes that share it see each other's tokens, and replaces it as a whole: a crash leaves
 * the old one or the new one. One process refreshes at a time; meanwhile there is a file with `.lock` after the name.
 *
 * @throws CloudError when the file holds something else
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
        // The mode above is narrowed by the process's mask but never widened; this says what it is to be, whatever the mask.
        await chmod(next, 0o600)
        await rename(next, path)
      } catch (error) {
        await rm(next, { force: true })
        throw error
      }
    },
    exclusively: async (work) => {
      const lock = `${path}.lock`
      await mkdir(dirname(path), { recursive: true })
      await take(lock)
      const sign = setInterval(() => void utimes(lock, new Date(), new Date()).catch(() => undefined), signMs)
      try {
        return await work()
      } finally {
        clearInterval(sign)
        await rm(lock, { force: true })
      }
    },
  }
}

/** How often the holder of a lock shows that it is alive, and after how long without a sign it is taken to have died. */
const signMs = 2000
const deadMs = 15_000

async function take(lock: string): Promise<void> {
  for (;;) {
    try {
      await writeFile(lock, '', { flag: 'wx', mode: 0o600 })
      return
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'EEXIST') throw error
    }
    const signed = await stat(lock).then(
      ({ mtimeMs }) => mtimeMs,
      () => Infinity,
    )
    if (Date.now() - signed > deadMs) await rm(lock, { force: true })
    await new Promise((resolve) => setTimeout(resolve, 20 + 20 * Math.random()))
  }
}

function parse(path: string, text: string): StoredTokens {
  const tokens = tryParse(text) as StoredTokens | null | undefined
  if (typeof tokens?.accessToken !== 'string' || typeof tokens.expiresAt !== 'number') {
    // Without its content and without a cause that repeats it.
    throw new CloudError(`${path} does not hold tokens. Delete it and authorize again.`)
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
