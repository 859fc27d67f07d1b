/**
 * Creates the plain form of a document: without our extensions, with open enumerations that stay open, and without
 * descriptions of server variables, which an old copy of the OpenAPI 3.1 schema rejects. Keeps headers, properties and
 * examples whose names start with `x-`.
 */

/** Maps with user-defined names. */
const maps = new Set(
  'properties patternProperties $defs dependentSchemas schemas parameters headers content encoding requestBodies examples links callbacks pathItems securitySchemes variables mapping scopes'.split(
    ' ',
  ),
)
/** Keywords whose values are data. */
const data = new Set(['example', 'default', 'const', 'enum', 'value', 'required', 'dependentRequired', 'security'])

export function createPlainDocument(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(createPlainDocument)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries('x-extensible-enum' in node ? openEnum(node) : node)
      .filter(([key]) => !key.startsWith('x-'))
      .map(([key, value]) => [key, isData(key, value) ? value : maps.has(key) ? visitMembers(value, key) : createPlainDocument(value)]),
  )
}

/** `examples` is a list of values in schemas, and a map of Example Objects elsewhere. */
function isData(key: string, value: unknown): boolean {
  return data.has(key) || (key === 'examples' && Array.isArray(value))
}

/** Writes an open enumeration as the known values or any other value of the type. */
function openEnum(schema: object): object {
  const { enum: values, type, ...rest } = schema as { readonly enum?: readonly unknown[]; readonly type?: unknown }
  if (values === undefined) return schema
  const base = type === undefined ? {} : { type }
  return { ...rest, anyOf: [{ ...base, enum: values }, base] }
}

function visitMembers(value: unknown, map: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return createPlainDocument(value)
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, createPlainDocument(map === 'variables' ? removeDescription(member) : member)]),
  )
}

function removeDescription({ description: _description, ...rest }: { readonly description?: string }): object {
  return rest
}
