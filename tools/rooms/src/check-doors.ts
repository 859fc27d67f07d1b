/** Inside the sandbox: a family is entered by its door, what families share knows none of them, and nothing below imports the server. */
import type { Import } from './check-imports.ts'

const source = 'packages/sandbox/src/'
const family = /^families\/([^/]+)\//
/** What puts the sandbox together. */
const assembly = /^(server\/|[\w-]+\.ts$)/
/** What a family may not be used by: it is there for all of them. */
const below = /^(auth|catalog|clock|engine|http|inference|limits|oauth|shared|store|tables|usage|validation)\//
/** Every account begins with what its families have there. */
const begins = 'auth/begin-account.ts'

/** One sentence for each import that goes through a wall. */
export function checkDoors(imports: readonly Import[]): string[] {
  return imports.flatMap(({ from, line, specifier }) => {
    if (!from.startsWith(source) || !specifier.startsWith('.') || from.endsWith('.test.ts')) return []
    const target = new URL(specifier, `file:///${from}`).pathname.slice(1).replace(source, '')
    const fault = findFault(from.slice(source.length), target)
    return fault === undefined ? [] : [`${from}:${line}: ${fault} See packages/sandbox/CONTRIBUTING.md.`]
  })
}

function findFault(from: string, target: string): string | undefined {
  if (target.startsWith('server/') && !assembly.test(from)) return `nothing below may import from server/ ("${target}").`
  const [, entered] = family.exec(target) ?? []
  if (entered === undefined || from.startsWith('generated/')) return undefined
  if (below.test(from) && from !== begins) return `what all families use may not use one of them ("${target}").`
  const [, own] = family.exec(from) ?? []
  if (own === entered || target === `families/${entered}/index.ts`) return undefined
  return `a family is used by its door families/${entered}/index.ts, not by "${target}".`
}
