/** Lets a rule visit whole documents, including components without references, which Redocly's walk never reaches. */
import type { Context, Location, Place, Source, Visitor } from './redocly.ts'
import { folderOf, isEntry, specificationOf } from './specification.ts'
import type { SpecDocument, Specification } from './specification-types.ts'

export interface DocumentVisit {
  readonly document: SpecDocument
  readonly specification: Specification
  readonly context: Context
  /** True if a whole API is linted, not only one of its documents. */
  readonly isWholeApi: boolean
  /** A place in the document; `reportOnKey` points at the key instead of the value. */
  at(keys: readonly (string | number)[], options?: { readonly reportOnKey?: boolean }): Place
}

/** Visits every linted document after the walk. Shared documents are checked only with the control API, so that each finding is reported once. */
export function visitDocuments(check: (visit: DocumentVisit) => void): Visitor {
  return {
    Root: {
      leave(_, context) {
        const entry = context.location.source.absoluteRef
        const specification = specificationOf(entry)
        const isWholeApi = isEntry(entry)
        for (const document of specification.documents) {
          const included = isWholeApi
            ? document.folder === folderOf(entry) || (document.folder === 'shared' && folderOf(entry) === 'control')
            : document.path === entry
          if (!included || isUnreadable(document)) continue
          const source = sourceOf(document, context)
          const at: DocumentVisit['at'] = (keys, options) => ({
            source,
            pointer: pointerOf(keys),
            reportOnKey: options?.reportOnKey ?? false,
          })
          check({ document, specification, context, isWholeApi, at })
        }
      },
    },
  }
}

/** Returns true if the document is no YAML, which Redocly reports itself. */
function isUnreadable({ content }: SpecDocument): boolean {
  return Object.keys(content).length === 0
}

function sourceOf(document: SpecDocument, context: Context): Source {
  const entry = context.location.source
  if (entry.absoluteRef === document.path) return entry
  // Redocly does not export its Source class, so take the class of the entry's source; its constructor needs a path and a text.
  const SourceClass = entry.constructor as new (path: string, body: string) => Source
  return new SourceClass(document.path, document.body)
}

function pointerOf(keys: readonly (string | number)[]): Location['pointer'] {
  return '#/' + keys.map((key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
}
