/**
 * Rejects ambiguous paths. Replaces Redocly's `no-ambiguous-paths`, because the API has both `/v2/volumes/snapshots/{id}` and
 * `/v2/volumes/{id}/snapshots`, and a literal segment takes precedence over a parameter. If one URL matches two paths, one of them must be
 * literal at the first difference and must not have fewer literal segments than the other, because Prism counts them.
 * A parameter after the same prefix must have the same name in all paths, so that it is one parameter in the client.
 */
import { report } from '../finding.ts'
import { isObject, isRef, methods } from '../openapi.ts'
import type { Context, Place, Rule } from '../redocly.ts'

export interface PathsDistinguishableOptions {
  /** Prefixes after which the API itself uses several names, for example `/v2/apps`. */
  readonly mixedAfter?: readonly string[]
}

export const pathsDistinguishable: Rule<PathsDistinguishableOptions> = ({ mixedAfter = [] }) => ({
  Paths(paths, context) {
    const patterns = new Map<string, string>()
    const names = new Map<string, { name: string; path: string }>()
    const routes: { path: string; segments: readonly string[]; methods: ReadonlySet<string> }[] = []
    for (const path of Object.keys(paths)) {
      const place = placeOf(path, paths[path], context)
      const pattern = withoutNames(path)
      const duplicate = patterns.get(pattern)
      if (duplicate !== undefined) {
        report(
          context,
          `Expected paths that differ in more than the names of their parameters; found \`${path}\` and \`${duplicate}\`. Move the operations of both to one path.`,
          place,
        )
        continue
      }
      patterns.set(pattern, path)
      const segments = path.split('/')
      const own = methodsOf(paths[path], context)
      const conflict = routes.find((other) => isAmbiguous(segments, other.segments) && own.some((method) => other.methods.has(method)))
      if (conflict) {
        report(
          context,
          `Expected of two paths that match the same URL, one that is literal at the first difference and has at least as many literal segments; found \`${path}\` and \`${conflict.path}\`. Change one of the paths.`,
          place,
        )
      }
      routes.push({ path, segments, methods: new Set(own) })
      for (const { prefix, name } of parametersOf(path)) {
        const first = names.get(prefix)
        if (!first) names.set(prefix, { name, path })
        else if (first.name !== name && !mixedAfter.includes(prefix)) {
          report(
            context,
            `Expected \`{${first.name}}\` after \`${prefix}\`, as in \`${first.path}\`; found \`{${name}}\` in \`${path}\`. Use the same name for the parameter.`,
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

/** Returns true if a URL can match both paths without a precedence. */
function isAmbiguous(first: readonly string[], second: readonly string[]): boolean {
  // A fast path, because every path is compared with every other and most differ in a literal segment.
  if (first.length !== second.length || first.some((segment, at) => !canMatchSameText(segment, second[at] ?? ''))) return false
  const at = first.findIndex((segment, index) => withoutNames(segment) !== withoutNames(second[index] ?? ''))
  const [a, b] = [first[at] ?? '', second[at] ?? '']
  if (isLiteral(a) === isLiteral(b)) return true
  const [winner, loser] = isLiteral(a) ? [first, second] : [second, first]
  return winner.filter(isLiteral).length < loser.filter(isLiteral).length
}

/** Returns true if some text matches both segments. */
function canMatchSameText(one: string, other: string): boolean {
  if (one === other) return true
  if (isLiteral(one) && isLiteral(other)) return false
  const fits = (text: string, template: string) => {
    const literals = template.split(/\{[^}]*\}/)
    return text.startsWith(literals.at(0) ?? '') && text.endsWith(literals.at(-1) ?? '')
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

/** Returns the location of the path, in the sibling document if the entry only refers to it. */
function placeOf(path: string, item: unknown, context: Context): Place {
  const { location } = context
  const found = isRef(item) ? context.resolve(item).location : undefined
  return (found ?? location.child(path)).key()
}
