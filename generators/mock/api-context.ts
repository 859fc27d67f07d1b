/** Context of an API: resolves its references, and qualifies component names in the merged document (`control.Volume`). */
import type { Api } from '../model/api-model.ts'
import { resolve } from '../model/resolve.ts'
import type { OrReference } from './open-api.ts'

export interface ApiContext {
  readonly api: Api
  readonly resolve: <T extends object>(node: OrReference<T>) => T
}

export function createContext(api: Api): ApiContext {
  const source = { file: `spec/dist/${api.name}.json`, pointer: '' }
  return { api, resolve: (node) => resolve(api.document, node, source) }
}

/** `Volume` → `control.Volume`. */
export function qualifyName(api: Api, name: string): string {
  return `${api.name}.${name}`
}

/** `#/components/schemas/Volume` → `#/components/schemas/control.Volume`. */
export function qualifyReference(api: Api, reference: string): string {
  const parts = reference.split('/')
  if (parts.length !== 4 || parts[0] !== '#' || parts[1] !== 'components') {
    throw new Error(`spec/dist/${api.name}.json refers to "${reference}". The mock understands #/components/<kind>/<name> only.`)
  }
  return [...parts.slice(0, 3), qualifyName(api, parts[3] ?? '')].join('/')
}

export function isReference(node: object): node is { readonly $ref: string } {
  return '$ref' in node && typeof node.$ref === 'string'
}
