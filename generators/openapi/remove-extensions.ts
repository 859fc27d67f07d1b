/** Removes our extensions from a document. Keeps headers, properties and examples whose names start with `x-`. */

/** Maps with user-defined names. */
const maps = new Set(
  'properties patternProperties $defs dependentSchemas schemas parameters headers content encoding requestBodies examples links callbacks pathItems securitySchemes variables mapping scopes'.split(
    ' ',
  ),
)
/** Keywords whose values are data. */
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

/** `examples` is a list of values in schemas, and a map of Example Objects elsewhere. */
function isData(key: string, value: unknown): boolean {
  return data.has(key) || (key === 'examples' && Array.isArray(value))
}

function visitMembers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return removeExtensions(value)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, removeExtensions(member)]))
}
