/**
 * Keeps a user's tokens in a file that only its owner can read. Of Node, Deno and Bun; a sub-path of its own, so that nothing else of
 * this package needs them.
 */
/// <reference types="node" />
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CloudError } from '../errors.ts'
import type { StoredTokens, TokenStore } from './token-store.ts'

/**
 * Reads the file at each refresh, so that processes that share it see each other's tokens, and replaces it as a whole: a crash leaves
 * the old one or the new one.
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
