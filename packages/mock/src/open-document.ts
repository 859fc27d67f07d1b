/**
 * Reads a document into Prism's operations, path by path as they are asked for, each once in a process: of a whole document with hundreds of
 * paths Prism takes seconds.
 */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { pickPath, type OpenApiDocument } from './pick-path.ts'

export type Operations = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>

export interface OpenedDocument {
  /** As the document writes them, in its order. */
  readonly paths: readonly string[]
  /** @throws when something in the document cannot be resolved */
  readonly readPath: (path: string) => Promise<Operations>
}

const opened = new Map<string, Promise<OpenedDocument>>()

export function openDocument(document: string | URL): Promise<OpenedDocument> {
  const file = typeof document === 'string' ? document : fileURLToPath(document)
  const earlier = opened.get(file)
  if (earlier) return earlier
  const now = readDocument(file).then(divideDocument)
  opened.set(file, now)
  now.catch(() => opened.delete(file))
  return now
}

async function readDocument(file: string): Promise<OpenApiDocument> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`There is no document at ${file}. In the repository, run: pnpm generate`, { cause })
  })
  try {
    const document = JSON.parse(text) as OpenApiDocument
    if (typeof document.openapi !== 'string' || typeof document.paths !== 'object') throw new Error('it has no "openapi" or no "paths"')
    return document
  } catch (cause) {
    throw new Error(`${file} is not an OpenAPI document in JSON: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

export function divideDocument(document: OpenApiDocument): OpenedDocument {
  const shareSchemas = createSharing()
  const read = new Map<string, Promise<Operations>>()
  const readOnce = async (path: string): Promise<Operations> => {
    // Prism puts what is referred to into the very objects that refer to it.
    const operations = await getHttpOperationsFromSpec(structuredClone(pickPath(document, path)))
    return operations.filter((operation) => operation.path === path).map(shareSchemas)
  }
  const readPath = (path: string): Promise<Operations> => {
    const operations = read.get(path) ?? readOnce(path)
    read.set(path, operations)
    return operations
  }
  return { paths: Object.keys(document.paths), readPath }
}

/** Prism compiles each schema that it meets: those of the errors and of the headers, which every operation has anew, are the same objects. */
function createSharing(): (operation: Operations[number]) => Operations[number] {
  const known = new Map<string, unknown>()
  const share = <T>(value: T): T => {
    const key = JSON.stringify(value, leaveOwnIds)
    if (!known.has(key)) known.set(key, value)
    return known.get(key) as T
  }
  return (operation) => ({
    ...operation,
    responses: operation.responses.map((response) => ({
      ...response,
      headers: response.headers && share(response.headers),
      contents: response.contents?.map((content) => ({ ...content, schema: content.schema && share(content.schema) })),
    })) as typeof operation.responses,
  })
}

/** Prism numbers each part of a document by where it stands. */
function leaveOwnIds(name: string, value: unknown): unknown {
  const isOwn = name === 'x-stoplight' || (name === 'id' && typeof value === 'string' && /^[0-9a-f]{13}$/.test(value))
  return isOwn ? undefined : value
}
