/** Validates values against a bundle's own schemas with ajv, which shares nothing with the validator that Prism uses. */
import { Ajv2020, type AnySchema, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormatsModule from 'ajv-formats'
import type { Api } from '../../../generators/model/api-model.ts'
import type { SchemaObject } from '../../../generators/model/json-schema.ts'

/** One sentence for each way in which the value breaks the schema; none when it is valid. */
export type Validate = (schema: SchemaObject, value: unknown) => string[]

export interface SchemaValidator {
  readonly validate: Validate
  /** The same for values that arrive as text, such as headers: `"20"` is an integer. */
  readonly validateText: Validate
}

const extensions = [
  'discriminator',
  'x-resource',
  'x-lifecycle',
  'x-echo',
  'x-open-values',
  'x-renamed-from',
  'x-stability',
  'x-decision',
  'x-refusal',
]
// Node gives a CommonJS module's `exports` as the default import, and the plugin is its `default`.
const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default

export function createSchemaValidator(api: Api): SchemaValidator {
  return { validate: createValidate(api, {}), validateText: createValidate(api, { coerceTypes: true }) }
}

function createValidate(api: Api, options: Options): Validate {
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, strictRequired: false, ...options })
  addFormats(ajv)
  ajv.addVocabulary(extensions)
  ajv.addSchema({ $id: addressOf(api), components: { schemas: api.document.components?.['schemas'] ?? {} } } as AnySchema)
  ajv.addKeyword('components')
  const compiled = new Map<string, ValidateFunction>()
  return (schema, value) => {
    const text = absolute(api, schema)
    let check = compiled.get(text)
    if (!check) compiled.set(text, (check = ajv.compile(JSON.parse(text) as AnySchema)))
    return check(value) ? [] : describe(check.errors ?? [])
  }
}

/** The schema with every reference into the bundle made absolute, as text: equal schemas are then compiled once. */
function absolute(api: Api, schema: SchemaObject): string {
  return JSON.stringify(schema, (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' && value.startsWith('#/') ? `${addressOf(api)}${value}` : value,
  )
}

function addressOf(api: Api): string {
  return `spindrift:${api.name}`
}

function describe(errors: readonly ErrorObject[]): string[] {
  return errors.map(({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`)
}
