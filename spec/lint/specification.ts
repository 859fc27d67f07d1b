/** Loads all documents of the specification, once per process, for rules that need more than one document. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { load } from 'js-yaml'
import { removeEmptyValues } from './empty-values.ts'
import { fillDocument } from './fill-in.ts'
import { isObject, isRef, methods, type Parameter, type Ref, type Schema } from './openapi.ts'
import {
  folders,
  type Folder,
  type SpecDocument,
  type DocumentContent,
  type IndexedOperation,
  type Specification,
} from './specification-types.ts'

const specifications = new Map<string, Specification>()
const parsed = new Map<string, DocumentContent>()
const filledContents = new Map<string, DocumentContent>()

/** Returns the specification that contains the document at `path`. */
export function specificationOf(path: string): Specification {
  const spec = dirname(dirname(path))
  const known = specifications.get(spec)
  if (known) return known
  const specification = indexDocuments(folders.flatMap((folder) => readFolder(spec, folder)))
  specifications.set(spec, specification)
  return specification
}

export function folderOf(path: string): Folder | undefined {
  const name = basename(dirname(path))
  return folders.find((folder) => folder === name)
}

/** Returns the file name up to the first dot. */
export function familyOf(path: string): string {
  return basename(path).split('.')[0] ?? ''
}

export function isEntry(path: string): boolean {
  return basename(path) === 'openapi.yaml'
}

function readFolder(spec: string, folder: Folder): SpecDocument[] {
  if (!existsSync(join(spec, folder))) return []
  return readdirSync(join(spec, folder))
    .filter((file) => file.endsWith('.yaml'))
    .toSorted()
    .map((file) => {
      const path = join(spec, folder, file)
      const body = readFileSync(path, 'utf8')
      const content = contentOf(path)
      const repeats: (readonly (string | number)[])[] = []
      fillDocument(content, folder, (keys) => repeats.push(keys))
      return { path, folder, file, body, content, repeats }
    })
}

/** Returns the parsed document at `path`, or an empty object if it does not exist or cannot be parsed. */
export function contentOf(path: string): DocumentContent {
  const known = parsed.get(path)
  if (known) return known
  const content = existsSync(path) ? parse(readFileSync(path, 'utf8')) : {}
  parsed.set(path, content)
  return content
}

/** Returns the document at `path` with the conventions, and reads no other. */
export function filledContentOf(path: string): DocumentContent {
  const known = filledContents.get(path)
  if (known) return known
  const content = existsSync(path) ? parse(readFileSync(path, 'utf8')) : {}
  const folder = folderOf(path)
  if (folder) fillDocument(content, folder)
  filledContents.set(path, content)
  return content
}

function parse(body: string): DocumentContent {
  try {
    const content = load(body)
    removeEmptyValues(content)
    return isObject(content) ? content : {}
  } catch {
    return {}
  }
}

function indexDocuments(documents: readonly SpecDocument[]): Specification {
  const schemas = new Map<string, { document: SpecDocument; schema: Schema }[]>()
  const operations = new Map<string, IndexedOperation>()
  const contents = new Map(documents.map((document) => [document.path, document]))
  for (const document of documents) {
    for (const [name, schema] of Object.entries(document.content.components?.['schemas'] ?? {})) {
      if (!isObject(schema)) continue
      schemas.set(name, [...(schemas.get(name) ?? []), { document, schema }])
    }
    for (const [path, item] of Object.entries(document.content.paths ?? {})) {
      if (!isObject(item) || isRef(item)) continue
      for (const method of methods) {
        const operation = item[method]
        if (!isObject(operation) || typeof operation['operationId'] !== 'string') continue
        const raw = [...asList(item['parameters']), ...asList(operation['parameters'])].filter(isObject)
        const parameters = raw.flatMap((parameter): Parameter[] => {
          const found = resolveParameter(contents, document, parameter)
          return found ? [found] : []
        })
        operations.set(operation['operationId'], { document, path, method, operation, parameters })
      }
    }
  }
  return { documents, schemas, operations }
}

function resolveParameter(
  documents: ReadonlyMap<string, SpecDocument>,
  from: SpecDocument,
  parameter: Parameter | Ref,
): Parameter | undefined {
  if (!isRef(parameter)) return parameter
  const [file = '', pointer = ''] = parameter.$ref.split('#')
  const target = file === '' ? from : documents.get(join(dirname(from.path), file))
  const name = pointer.split('/').at(-1) ?? ''
  const found = target?.content.components?.['parameters']?.[name]
  return isObject(found) ? found : undefined
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
