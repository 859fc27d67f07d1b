/** Validates values against the schemas of a bundle with ajv, independent of the validator of Prism. */
import { Ajv2020, type AnySchema, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormatsModule from 'ajv-formats'
import { widenAllValues } from '../../../generators/kit/widen-values.ts'
import type { Api } from '../../../generators/model/api-model.ts'
import type { SchemaObject } from '../../../generators/model/json-schema.ts'

/** Returns one line for each violation; none for a valid value. */
export type Validate = (schema: SchemaObject, value: unknown) => string[]

export interface SchemaValidator {
  readonly validate: Validate
  /** Validates text values such as headers: `"20"` is an integer. */
  readonly validateText: Validate
}

const extensions = [
  'discriminator',
  'x-resource',
  'x-lifecycle',
  'x-echo',
  'x-extensible-enum',
  'x-provenance',
  'x-messages',
  'x-refers',
  'x-deprecation',
]
// Node imports the `exports` of a CommonJS module as default, and the plugin is its `default`.
const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default

const validators = { replies: new WeakMap<Api, SchemaValidator>(), requests: new WeakMap<Api, SchemaValidator>() }

/**
 * Creates a cached validator for each API and use.
 * @param of requests may have unknown values of open enums; replies may not
 */
export function createSchemaValidator(api: Api, use: 'replies' | 'requests' = 'replies'): SchemaValidator {
  const known = validators[use].get(api)
  if (known) return known
  const read = use === 'replies' ? (schema: SchemaObject) => schema : widenAllValues
  const validator = { validate: createValidate(api, read, {}), validateText: createValidate(api, read, { coerceTypes: true }) }
  validators[use].set(api, validator)
  return validator
}

function createValidate(api: Api, read: (schema: SchemaObject) => SchemaObject, options: Options): Validate {
  // Optimizing the code takes longer than it saves for schemas used a few times. `pnpm lint:spec` validates the schemas.
  const fast = { code: { optimize: false }, validateSchema: false }
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, strictRequired: false, ...fast, ...options })
  addFormats(ajv)
  ajv.addVocabulary(extensions)
  const named = Object.entries((api.document.components?.['schemas'] ?? {}) as Readonly<Record<string, SchemaObject>>)
  const schemas = Object.fromEntries(named.map(([name, schema]) => [name, read(schema)]))
  ajv.addSchema({ $id: getSchemaId(api), components: { schemas } } as AnySchema)
  ajv.addKeyword('components')
  const compiled = new Map<string, ValidateFunction>()
  const compile = (schema: SchemaObject) => {
    const text = serializeAbsolute(api, read(schema))
    let check = compiled.get(text)
    if (!check) compiled.set(text, (check = ajv.compile(JSON.parse(text) as AnySchema)))
    return check
  }
  const known = new WeakMap<SchemaObject, ValidateFunction>()
  return (schema, value) => {
    let check = known.get(schema)
    if (!check) known.set(schema, (check = compile(schema)))
    return check(value) ? [] : formatErrors(check.errors ?? [])
  }
}

/** Serializes the schema with absolute references, so that equal schemas are compiled once. */
function serializeAbsolute(api: Api, schema: SchemaObject): string {
  return JSON.stringify(schema, (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' && value.startsWith('#/') ? `${getSchemaId(api)}${value}` : value,
  )
}

function getSchemaId(api: Api): string {
  return `spindrift:${api.name}`
}

function formatErrors(errors: readonly ErrorObject[]): string[] {
  return errors.map(({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`)
}
