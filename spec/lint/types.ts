/** Extends Redocly's types by the short forms of our documents, so that Redocly follows their references before the conventions are filled in. */
interface NodeType {
  readonly properties: Readonly<Record<string, unknown>>
  readonly [key: string]: unknown
}

const body = { schema: 'Schema', examples: 'ExamplesMap' }

export function extendTypes(types: Readonly<Record<string, NodeType>>): Readonly<Record<string, NodeType>> {
  return {
    ...types,
    ...extend(types, 'Root', { 'x-documents': 'Documents' }),
    ...extend(types, 'RequestBody', body),
    ...extend(types, 'Response', body),
    Documents: { properties: {}, additionalProperties: 'Root' },
  }
}

function extend(
  types: Readonly<Record<string, NodeType>>,
  name: string,
  properties: NodeType['properties'],
): Readonly<Record<string, NodeType>> {
  const type = types[name]
  return type ? { [name]: { ...type, properties: { ...type.properties, ...properties } } } : {}
}
