/**
 * Two paths are the same request only if they have parameters in the same segments. This replaces Redocly's `no-ambiguous-paths`: the wire has
 * `/v2/volumes/snapshots/{id}` beside `/v2/volumes/{id}/snapshots`, and a literal segment wins over a parameter. So of two paths that one
 * address can mean, one has to be literal where they first differ, and must not have fewer literals than the other: Prism counts them.
 * What comes before a segment is named alike everywhere, so that one parameter of a client is one thing.
 */
import { report } from '../finding.ts'
import { isObject, isRef, methods } from '../openapi.ts'
import type { Context, Place, Rule } from '../redocly.ts'

export interface PathsDistinguishableOptions {
  /** Prefixes after which the wire format itself uses several names, for example `/v2/apps`. */
  readonly mixedAfter?: readonly string[]
}

export const pathsDistinguishable: Rule<PathsDistinguishableOptions> = ({ mixedAfter = [] }) => ({
  Paths(paths, context) {
    const patterns = new Map<string, string>()
    const names = new Map<string, { name: string; path: string }>()
    const rivals: { path: string; segments: readonly string[]; methods: ReadonlySet<string> }[] = []
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
      const segments = path.split('/')
      const own = methodsOf(paths[path], context)
      const rival = rivals.find((other) => isAmbiguous(segments, other.segments) && own.some((method) => other.methods.has(method)))
      if (rival) {
        report(
          context,
          {
            expected: 'that of two paths which one address can mean, one is literal where they first differ, and has no fewer literals',
            came: `\`${path}\` and \`${rival.path}\``,
            mend: 'Give one of them another address.',
          },
          place,
        )
      }
      rivals.push({ path, segments, methods: new Set(own) })
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

/** Whether one address can be either path, and nothing says which. */
function isAmbiguous(first: readonly string[], second: readonly string[]): boolean {
  // Every path is compared with every other, and most differ in a word.
  if (first.length !== second.length || first.some((segment, at) => !mayBeEqual(segment, second[at] ?? ''))) return false
  const at = first.findIndex((segment, index) => withoutNames(segment) !== withoutNames(second[index] ?? ''))
  const [a, b] = [first[at] ?? '', second[at] ?? '']
  if (isLiteral(a) === isLiteral(b)) return true
  const [winner, loser] = isLiteral(a) ? [first, second] : [second, first]
  return winner.filter(isLiteral).length < loser.filter(isLiteral).length
}

/** Whether some text is good for both segments. */
function mayBeEqual(one: string, other: string): boolean {
  if (one === other) return true
  if (isLiteral(one) && isLiteral(other)) return false
  const fits = (text: string, template: string) => {
    const around = template.split(/\{[^}]*\}/)
    return text.startsWith(around.at(0) ?? '') && text.endsWith(around.at(-1) ?? '')
  }
  if (isLiteral(one)) return fits(one, other)
  if (isLiteral(other)) return fits(other, one)
  return true
}

function isLiteral(segment: string): boolean {
  return !segment.includes('{')
}

function methodsOf(item: unknown, context: Context): string[] {
  const { node } = isRef(item) ? context.resolve(item) : { node: item }
  return isObject(node) ? methods.filter((method) => method in node) : []
}

/** Where the path is written: in the sibling document when the entry only refers to it. */
function placeOf(path: string, item: unknown, context: Context): Place {
  const { location } = context
  const found = isRef(item) ? context.resolve(item).location : undefined
  return (found ?? location.child(path)).key()
}
