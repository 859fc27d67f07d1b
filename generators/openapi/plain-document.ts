/**
 * Creates the plain form of a document: without our extensions, with open enumerations that stay open, without
 * descriptions of server variables, which an old copy of the OpenAPI 3.1 schema rejects, and without operations that
 * override a parameter of their path, which some generators then emit twice. Keeps headers, properties and examples
 * whose names start with `x-`.
 */

/** Maps with user-defined names. */
const maps = new Set(
  'properties patternProperties $defs dependentSchemas schemas parameters headers content encoding requestBodies examples links callbacks pathItems securitySchemes variables mapping scopes'.split(
    ' ',
  ),
)
/** Keywords whose values are data. */
const data = new Set(['example', 'default', 'const', 'enum', 'value', 'required', 'dependentRequired', 'security'])

interface Parameter {
  readonly $ref?: string
  readonly in?: string
  readonly name?: string
}

interface WithParameters {
  readonly parameters?: readonly Parameter[]
}

interface Document {
  readonly paths?: Readonly<Record<string, WithParameters>>
  readonly components?: { readonly parameters?: Readonly<Record<string, Parameter>> }
}

export function createPlainDocument(document: Document): unknown {
  const { paths = {}, components = {} } = document
  const identify = ({ $ref, ...inline }: Parameter): string => {
    const { in: place, name } = components.parameters?.[$ref?.split('/').at(-1) ?? ''] ?? inline
    return `${place} ${name}`
  }
  const items = Object.entries(paths).map(([path, item]) => [path, moveOverridden(item, identify)])
  return removeExtensions({ ...document, ...(document.paths && { paths: Object.fromEntries(items) }) })
}

/** Moves the parameters of a path to its operations if an operation overrides one of them. */
function moveOverridden(item: WithParameters, identify: (parameter: Parameter) => string): object {
  const { parameters: shared = [], ...operations } = item
  const entries = Object.entries<WithParameters>(operations).map(([method, operation]) => {
    const own = operation.parameters ?? []
    const names = new Set(own.map(identify))
    const inherited = shared.filter((parameter) => !names.has(identify(parameter)))
    return { method, operation: { ...operation, parameters: [...inherited, ...own] }, overrides: inherited.length < shared.length }
  })
  if (!entries.some(({ overrides }) => overrides)) return item
  return Object.fromEntries(entries.map(({ method, operation }) => [method, operation]))
}

function removeExtensions(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(removeExtensions)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries('x-extensible-enum' in node ? openEnum(node) : node)
      .filter(([key]) => !key.startsWith('x-'))
      .map(([key, value]) => [key, isData(key, value) ? value : maps.has(key) ? visitMembers(value, key) : removeExtensions(value)]),
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
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return removeExtensions(value)
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, removeExtensions(map === 'variables' ? removeDescription(member) : member)]),
  )
}

function removeDescription({ description: _description, ...rest }: { readonly description?: string }): object {
  return rest
}
