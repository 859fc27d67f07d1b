/** Indexes the document of each operation and component, so that later errors can name the file. */
import type { SpecDocument } from './documents.ts'

const methods = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options'])

interface Source {
  readonly file: string
  readonly pointer: string
}

/** Builds the index. `documents` are the shared documents followed by those of the API. */
export function indexSources(documents: readonly SpecDocument[]): Record<string, Source> {
  const sources: Record<string, Source> = {}
  for (const { folder, file: name, content } of documents) {
    const file = `${folder}/${name}`
    for (const [path, item] of Object.entries(content.paths ?? {})) {
      const escaped = path.replaceAll('~', '~0').replaceAll('/', '~1')
      for (const method of Object.keys(item)) {
        if (methods.has(method)) sources[`${method.toUpperCase()} ${path}`] = { file, pointer: `/paths/${escaped}/${method}` }
      }
    }
    for (const [kind, components] of Object.entries(content.components ?? {})) {
      for (const component of Object.keys(components))
        sources[`${kind}/${component}`] ??= { file, pointer: `/components/${kind}/${component}` }
    }
  }
  return sources
}
