/**
 * Loads the Prism operations of a document path by path, on demand and once per process: Prism needs seconds for a whole document with hundreds of paths.
 */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { pickPath, type OpenApiDocument } from './pick-path.ts'

export type Operations = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>

export interface OpenedDocument {
  /** Path templates, in the order of the document. */
  readonly paths: readonly string[]
  /** Loads the operations of a path. @throws Error if a reference cannot be resolved */
  readonly readPath: (path: string) => Promise<Operations>
}

const documents = new Map<string, Promise<OpenedDocument>>()

export function openDocument(document: string | URL): Promise<OpenedDocument> {
  const file = typeof document === 'string' ? document : fileURLToPath(document)
  const cached = documents.get(file)
  if (cached) return cached
  const loading = readDocument(file).then(divideDocument)
  documents.set(file, loading)
  loading.catch(() => documents.delete(file))
  return loading
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
  const shareSchemas = createSchemaSharing()
  const operationsByPath = new Map<string, Promise<Operations>>()
  const readOnce = async (path: string): Promise<Operations> => {
    // Prism mutates the document when it resolves references.
    const operations = await getHttpOperationsFromSpec(structuredClone(pickPath(document, path)))
    return operations.filter((operation) => operation.path === path).map(shareSchemas)
  }
  const readPath = (path: string): Promise<Operations> => {
    const operations = operationsByPath.get(path) ?? readOnce(path)
    operationsByPath.set(path, operations)
    return operations
  }
  return { paths: Object.keys(document.paths), readPath }
}

/** Shares equal schemas of errors and headers between operations, because Prism compiles each schema object. */
function createSchemaSharing(): (operation: Operations[number]) => Operations[number] {
  const known = new Map<string, unknown>()
  const share = <T>(value: T): T => {
    const key = JSON.stringify(value, omitPrismIds)
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

/** Omits the ids that Prism gives each part of a document by its position. */
function omitPrismIds(name: string, value: unknown): unknown {
  const isOwn = name === 'x-stoplight' || (name === 'id' && typeof value === 'string' && /^[0-9a-f]{13}$/.test(value))
  return isOwn ? undefined : value
}
