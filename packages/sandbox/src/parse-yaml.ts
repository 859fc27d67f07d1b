/** Parses YAML documents. The parser compares every key with all others of its mapping, so duplicates are found here instead. */
import { type Document, isScalar, parseDocument, type ParseOptions, type SchemaOptions, visit, YAMLParseError } from 'yaml'

type YamlOptions = Pick<ParseOptions, 'lineCounter'> & Pick<SchemaOptions, 'schema' | 'merge'> & { readonly version?: '1.2' }

/** @returns a document whose `errors` include duplicate keys */
export function parseYaml(text: string, options: YamlOptions): Document {
  const document = parseDocument(text, { ...options, prettyErrors: false, uniqueKeys: false })
  visit(document, {
    Map: (_key, { items }) => {
      const keys = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        const [start = 0, end = start] = key.range ?? []
        if (keys.has(key.value)) document.errors.push(new YAMLParseError([start, end], 'DUPLICATE_KEY', 'Map keys must be unique'))
        keys.add(key.value)
      }
    },
  })
  return document
}
