/**
 * A document without our extensions, for tools that refuse or copy what they do not know. Only what stands where OpenAPI has an extension is
 * one: a header, a property or an example may have a name that begins with `x-` too.
 */

/** Their members have names that an author chose. */
const maps = new Set(
  'properties patternProperties $defs dependentSchemas schemas parameters headers content encoding requestBodies examples links callbacks pathItems securitySchemes variables mapping scopes'.split(
    ' ',
  ),
)
/** What they hold is data, and no part of the description. */
const data = new Set(['example', 'default', 'const', 'enum', 'value', 'required', 'dependentRequired', 'security'])

export function removeExtensions(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(removeExtensions)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => !key.startsWith('x-'))
      .map(([key, value]) => [key, isData(key, value) ? value : maps.has(key) ? visitMembers(value) : removeExtensions(value)]),
  )
}

/** `examples` of a schema is a list of values; elsewhere it names Example Objects. */
function isData(key: string, value: unknown): boolean {
  return data.has(key) || (key === 'examples' && Array.isArray(value))
}

function visitMembers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return removeExtensions(value)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, removeExtensions(member)]))
}
