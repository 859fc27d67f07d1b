import { apis } from './generated/apis.ts'
import type { OpenApiDocument } from './open-api-document.ts'

export type ApiName = (typeof apis)[number]

export interface DocumentForm {
  /** `false` returns the document without `x-` extensions, for tools that reject unknown keywords. Default: `true`. */
  readonly extensions?: boolean
}

export interface DocumentFile extends DocumentForm {
  /** Default: `json`. */
  readonly format?: 'json' | 'yaml'
}

/** Reads the complete OpenAPI document of an API. The largest has 3 MB. */
export async function readDocument(api: ApiName, form: DocumentForm = {}): Promise<OpenApiDocument> {
  const module = (await import(locateDocument(api, form), { with: { type: 'json' } })) as { readonly default: OpenApiDocument }
  return module.default
}

/** Returns the `file:` URL of the document, for tools that read files: `fileURLToPath(locateDocument('control', { format: 'yaml' }))`. @throws TypeError for an unknown API */
export function locateDocument(api: ApiName, { extensions = true, format = 'json' }: DocumentFile = {}): string {
  if (!apis.includes(api)) throw new TypeError(`There is no API ${JSON.stringify(api)}. Use one of: ${apis.join(', ')}.`)
  return new URL(`./generated/${extensions ? 'whole' : 'plain'}/${api}.${format}`, import.meta.url).href
}
