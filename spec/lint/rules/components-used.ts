/** Reports components without references. Only when the whole API is linted, because the reference can be in another document. */
import { dirname, join } from 'node:path'
import { conventionsText } from '../conventions.ts'
import { visitDocuments } from '../documents.ts'
import { report } from '../finding.ts'
import type { Rule } from '../redocly.ts'
import type { Specification } from '../specification-types.ts'

const targets = new WeakMap<Specification, Set<string>>()

export const componentsUsed: Rule = () =>
  visitDocuments(({ document, specification, context, isWholeApi, at }) => {
    if (!isWholeApi || document.file === 'openapi.yaml') return
    const usedTargets = targets.get(specification) ?? listTargets(specification)
    targets.set(specification, usedTargets)
    for (const [kind, components] of Object.entries(document.content.components ?? {})) {
      for (const name of Object.keys(components)) {
        if (usedTargets.has(`${document.path}#/components/${kind}/${name}`) || isNamedByExtension(specification, name)) continue
        report(
          context,
          `Expected a reference to the component ${name}; found none. Remove it, or use it.`,
          at(['components', kind, name], { reportOnKey: true }),
        )
      }
    }
  })

/** Lists the absolute targets of every `$ref` and discriminator mapping. Searches the texts, which is faster than walking the documents, and the filled-in conventions. */
function listTargets({ documents }: Specification): Set<string> {
  const found = new Set<string>()
  const sources = documents.map(({ path, body }) => ({ path, body }))
  const filledIn = documents.map(({ path, content }) => ({ path, body: JSON.stringify(content.paths ?? {}) }))
  for (const { path, body } of [...sources, ...filledIn, ...conventionsOf(documents)]) {
    // Matches from `#` backwards, because a forward match would start at every word.
    for (const [pointer, file] of body.matchAll(/(?<=([\w./-]*))#\/components\/\w+\/[\w.-]+/g)) {
      found.add((file ? join(dirname(path), file) : path) + pointer)
    }
  }
  return found
}

/** Returns the conventions as a document of the control API, because their references are relative to an API folder. */
function conventionsOf([document]: Specification['documents']): { readonly path: string; readonly body: string }[] {
  return document ? [{ path: join(dirname(dirname(document.path)), 'control/conventions'), body: conventionsText }] : []
}

/** Returns true for stored objects, which can be named by `x-effect` alone, without a reference. */
function isNamedByExtension(specification: Specification, name: string): boolean {
  return specification.schemas.get(name)?.some(({ schema }) => 'x-resource' in schema) ?? false
}
