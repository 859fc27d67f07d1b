/** Adds `x-documents` of an entry to Redocly's types, so that Redocly follows its references before the conventions are filled in. */
interface NodeType {
  readonly properties: Readonly<Record<string, unknown>>
  readonly [key: string]: unknown
}

export function extendTypes(types: Readonly<Record<string, NodeType>>): Readonly<Record<string, NodeType>> {
  const { Root: root } = types
  return {
    ...types,
    ...(root ? { Root: { ...root, properties: { ...root.properties, 'x-documents': 'Documents' } } } : {}),
    Documents: { properties: {}, items: 'Root' },
  }
}
