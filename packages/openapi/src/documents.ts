import { apis } from './generated/apis.ts'
import type { OpenApiDocument } from './open-api-document.ts'

export type ApiName = (typeof apis)[number]

export interface DocumentForm {
  /** `false` gives the document without our `x-` extensions, for tools that do not take what they do not know. Default: `true`. */
  readonly extensions?: boolean
}

export interface DocumentFile extends DocumentForm {
  /** Default: `json`. */
  readonly format?: 'json' | 'yaml'
}

/** Reads one API's document: its paths, schemas and examples, with nothing left out. The largest has 3 MB; it is read when it is asked for. */
export async function readDocument(api: ApiName, form: DocumentForm = {}): Promise<OpenApiDocument> {
  const module = (await import(locateDocument(api, form), { with: { type: 'json' } })) as { readonly default: OpenApiDocument }
  return module.default
}

/** The `file:` address of the document, for tools that take a file: `fileURLToPath(locateDocument('control', { format: 'yaml' }))`. */
export function locateDocument(api: ApiName, { extensions = true, format = 'json' }: DocumentFile = {}): string {
  if (!apis.includes(api)) throw new TypeError(`There is no API ${JSON.stringify(api)}. There are: ${apis.join(', ')}.`)
  return new URL(`./generated/${extensions ? 'whole' : 'plain'}/${api}.${format}`, import.meta.url).href
}
