/** Nothing in a document is left over: every component is referred to. Checked when the whole API is linted, because a sibling may be the one that refers. */
import { dirname, join } from 'node:path'
import { conventionsText } from '../conventions.ts'
import { visitDocuments } from '../documents.ts'
import { report } from '../finding.ts'
import type { Rule } from '../redocly.ts'
import type { Specification } from '../specification-types.ts'

export const componentsUsed: Rule = () => {
  let used: Set<string> | undefined
  return visitDocuments(({ document, specification, context, whole, at }) => {
    if (!whole || document.file === 'openapi.yaml') return
    used ??= allTargets(specification)
    for (const [kind, components] of Object.entries(document.content.components ?? {})) {
      for (const name of Object.keys(components)) {
        if (used.has(`${document.path}#/components/${kind}/${name}`) || isNamedByExtension(specification, name)) continue
        report(
          context,
          { expected: `something to refer to the component ${name}`, came: 'nothing', mend: 'Take it away, or use it.' },
          at(['components', kind, name], { reportOnKey: true }),
        )
      }
    }
  })
}

/** Every target of a `$ref` or a discriminator mapping, absolute. Read from the texts, which is quicker than walking and misses none, and from what the conventions gave. */
function allTargets({ documents }: Specification): Set<string> {
  const targets = new Set<string>()
  const written = documents.map(({ path, body }) => ({ path, body }))
  const given = documents.map(({ path, content }) => ({ path, body: JSON.stringify(content.paths ?? {}) }))
  for (const { path, body } of [...written, ...given, ...conventionsOf(documents)]) {
    for (const [, file, pointer] of body.matchAll(/([\w./-]*)(#\/components\/\w+\/[\w.-]+)/g)) {
      targets.add((file ? join(dirname(path), file) : path) + pointer)
    }
  }
  return targets
}

/** As if they were a document of an API, for they refer as one does. */
function conventionsOf([document]: Specification['documents']): { readonly path: string; readonly body: string }[] {
  return document ? [{ path: join(dirname(dirname(document.path)), 'control/conventions'), body: conventionsText }] : []
}

/** A stored object may have no wire form of its own and be known only by its effects. */
function isNamedByExtension(specification: Specification, name: string): boolean {
  return specification.schemas.get(name)?.some(({ schema }) => 'x-resource' in schema) ?? false
}
