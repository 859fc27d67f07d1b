/**
 * Two paths are the same request only if they have parameters in the same segments. This replaces Redocly's `no-ambiguous-paths`: the wire has
 * `/v2/volumes/snapshots/{id}` beside `/v2/volumes/{id}/snapshots`, and a literal segment wins over a parameter.
 * What comes before a segment is named alike everywhere, so that one parameter of a client is one thing.
 */
import { report } from '../finding.ts'
import { isRef } from '../openapi.ts'
import type { Context, Place, Rule } from '../redocly.ts'

export interface PathsDistinguishableOptions {
  /** Prefixes after which the wire format itself uses several names, for example `/v2/apps`. */
  readonly mixedAfter?: readonly string[]
}

export const pathsDistinguishable: Rule<PathsDistinguishableOptions> = ({ mixedAfter = [] }) => ({
  Paths(paths, context) {
    const patterns = new Map<string, string>()
    const names = new Map<string, { name: string; path: string }>()
    for (const path of Object.keys(paths)) {
      const place = placeOf(path, paths[path], context)
      const pattern = withoutNames(path)
      const twin = patterns.get(pattern)
      if (twin !== undefined) {
        report(
          context,
          {
            expected: 'paths that differ in more than the names of their parameters',
            came: `\`${path}\` and \`${twin}\``,
            mend: 'Put the operations of both under one path.',
          },
          place,
        )
        continue
      }
      patterns.set(pattern, path)
      for (const { prefix, name } of parametersOf(path)) {
        const first = names.get(prefix)
        if (!first) names.set(prefix, { name, path })
        else if (first.name !== name && !mixedAfter.includes(prefix)) {
          report(
            context,
            {
              expected: `\`{${first.name}}\` after \`${prefix}\`, as in \`${first.path}\``,
              came: `\`{${name}}\` in \`${path}\``,
              mend: 'Give the parameter one name.',
            },
            place,
          )
        }
      }
    }
  },
})

function withoutNames(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}')
}

function parametersOf(path: string): { prefix: string; name: string }[] {
  return [...path.matchAll(/\/\{([^}]+)\}/g)].map((match) => ({ prefix: withoutNames(path.slice(0, match.index)), name: match[1] ?? '' }))
}

/** Where the path is written: in the sibling document when the entry only refers to it. */
function placeOf(path: string, item: unknown, context: Context): Place {
  const { location } = context
  const found = isRef(item) ? context.resolve(item).location : undefined
  return (found ?? location.child(path)).key()
}
