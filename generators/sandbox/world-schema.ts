/** Converts request schemas to the JSON Schema of world files, in which every value may be a reference to another entry. */
import type { SchemaObject } from '../model/json-schema.ts'
import type { Schemas } from '../model/schemas.ts'

export type Json = Readonly<Record<string, unknown>>

const reference = { $ref: '#/$defs/reference' }

export const referable = {
  reference: {
    type: 'string',
    pattern: '\\$\\{[a-z_0-9]+\\.[^{}]+\\}',
    description: 'Reference to another entry of the file: ${vpcs.shop-net} is its id.',
  },
}

const keywords = [
  'description',
  'default',
  'examples',
  'deprecated',
  'format',
  'enum',
  'const',
  'pattern',
  'minLength',
  'maxLength',
] as const
const bounds = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'minProperties',
] as const

export class SchemaWriter {
  readonly #schemas: readonly Schemas[]
  readonly #found = new Map<string, Json>()

  constructor(schemas: readonly Schemas[]) {
    this.#schemas = schemas
  }

  definitions(): Json {
    return Object.fromEntries([...this.#found].toSorted(([one], [other]) => (one < other ? -1 : 1)))
  }

  /** @param isPart true for one of several schemas of the same object, none of which lists all properties */
  write(schema: SchemaObject, isPart = false): Json {
    if (schema.$ref !== undefined) {
      const { description } = schema
      return {
        $ref: this.#define(schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1), isPart),
        ...(description !== undefined && { description }),
      }
    }
    const words = Object.fromEntries([...keywords, ...bounds].flatMap((name) => (schema[name] === undefined ? [] : [[name, schema[name]]])))
    const branches = [...(schema.oneOf ?? [])]
    const inner = {
      ...(schema.type !== undefined && { type: schema.type }),
      ...this.#writeObject(schema, isPart || branches.length > 0),
      ...(schema.items && { items: this.write(schema.items) }),
      ...(schema.allOf && { allOf: schema.allOf.map((part) => this.write(part, true)) }),
      ...(branches.length > 0 && { anyOf: branches.map((branch) => this.write(branch, schema.properties !== undefined)) }),
    }
    const combined = { ...words, ...inner }
    if (schema['x-extensible-enum'] !== undefined) {
      const { enum: values, ...rest } = combined as Json
      return { ...rest, anyOf: [{ enum: values }, { type: 'string' }] }
    }
    if (!isBounded(schema)) return combined
    const { description, default: value, examples, deprecated, ...own } = combined as Json
    return { description, default: value, examples, deprecated, anyOf: [own, reference] }
  }

  #writeObject({ properties, required, additionalProperties: more, allOf }: SchemaObject, isPart: boolean): Json {
    const open =
      more === undefined ? (properties && !isPart && !allOf ? false : undefined) : typeof more === 'object' ? this.write(more) : more
    return {
      ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, this.write(each)])) }),
      ...(required && { required }),
      ...(open !== undefined && !(isPart && open === false) && { additionalProperties: open }),
    }
  }

  #define(name: string, isPart: boolean): string {
    const key = isPart ? `${name}.part` : name
    if (!this.#found.has(key)) {
      this.#found.set(key, {})
      const schema = this.#schemas.map(({ byName }) => byName(name)).find((each) => each !== undefined)
      this.#found.set(key, this.write(schema ?? {}, isPart))
    }
    return `#/$defs/${key}`
  }
}

/** True if the schema does not accept arbitrary strings, so that references must be allowed explicitly. */
function isBounded({ type, enum: values, format, pattern, minLength, maxLength, const: only }: SchemaObject): boolean {
  const types = [type ?? []].flat()
  if (only !== undefined || types.includes('object') || types.includes('array')) return false
  if (types.some((each) => each === 'integer' || each === 'number' || each === 'boolean')) return true
  return types.includes('string') && [values, format, pattern, minLength, maxLength].some((each) => each !== undefined)
}
