/** Reads a document into Prism's operations, once in a process: it is most of what a start costs. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { getHttpOperationsFromSpec } from '@stoplight/prism-http'

export type Operations = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>

const loaded = new Map<string, Promise<Operations>>()

export function loadOperations(document: string | URL): Promise<Operations> {
  const path = typeof document === 'string' ? document : fileURLToPath(document)
  const earlier = loaded.get(path)
  if (earlier) return earlier
  const operations = readOperations(path)
  loaded.set(path, operations)
  operations.catch(() => loaded.delete(path))
  return operations
}

async function readOperations(path: string): Promise<Operations> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`There is no document at ${path}. In the repository, run: pnpm generate`, { cause })
  })
  try {
    return await getHttpOperationsFromSpec(JSON.parse(text) as object)
  } catch (cause) {
    throw new Error(`${path} is not an OpenAPI document in JSON: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}
