/** Extensions: the allowed places of each (the same as in spec/README.md) and its JSON Schema in `extensions/`. */
import { readFileSync, readdirSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

export type ExtensionPlace = 'operation' | 'schema' | 'property' | 'elsewhere'

export const extensionPlaces: Readonly<Record<string, readonly ExtensionPlace[]>> = {
  'x-resource': ['schema'],
  'x-lifecycle': ['schema'],
  'x-effect': ['operation'],
  'x-rate-limit': ['operation', 'elsewhere'],
  'x-tagGroups': ['elsewhere'],
  'x-tool': ['operation'],
  'x-echo': ['property'],
  'x-extensible-enum': ['schema', 'property', 'elsewhere'],
  'x-deprecation': ['operation', 'schema', 'property', 'elsewhere'],
  'x-refers': ['property'],
  'x-messages': ['schema', 'property', 'elsewhere'],
  'x-provenance': ['operation', 'schema', 'property', 'elsewhere'],
}

const folder = new URL('./extensions/', import.meta.url)

export function readExtensionSchemas(): [name: string, schema: object][] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return files.map((file) => [file.replace(/\.json$/, ''), JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as object])
}

let validators: ReadonlyMap<string, ValidateFunction> | undefined

/** Returns a validator of each extension, compiled once per process. */
export function getExtensionValidators(): ReadonlyMap<string, ValidateFunction> {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: true, strictRequired: false, allowUnionTypes: true })
  return (validators ??= new Map(readExtensionSchemas().map(([name, schema]) => [name, ajv.compile(schema)] as const)))
}
