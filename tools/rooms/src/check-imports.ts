/** Imports go one way: spec → generators → packages → tools; and no generator imports another. */

export interface Import {
  /** The importing file, from the root of the repository. */
  readonly from: string
  readonly line: number
  readonly specifier: string
}

/** What each room may import besides its own files, Node's and npm's. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  spec: [],
  generators: [],
  packages: ['packages', 'testing'],
  tools: ['spec', 'generators', 'packages', 'tools', 'testing'],
}

const workspaceRooms: readonly (readonly [name: RegExp, room: string])[] = [
  [/^@spindrift\/(types|client|mock|sandbox|mcp|openapi|reference)(\/|$)/, 'packages'],
  [/^@spindrift\/generators(\/|$)/, 'generators'],
  [/^@spindrift\/spec(\/|$)/, 'spec'],
  [/^@spindrift\/testing\//, 'testing'],
  [/^@spindrift\//, 'tools'],
]

export function findImports(from: string, text: string): Import[] {
  const names = String.raw`(?:type\s+)?(?:[\w$*]+(?:\s+as\s+[\w$]+)?\s*,?\s*)?(?:\{[^}]*\}\s*)?`
  const statement = new RegExp(
    String.raw`^[ \t]*(?:import\s*|(?:import|export)\s+${names}from\s*)['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)`,
    'gm',
  )
  return [...text.matchAll(statement)].map((match) => ({
    from,
    line: text.slice(0, match.index).split('\n').length,
    specifier: match[1] ?? match[2] ?? '',
  }))
}

/** One sentence for each import that goes against the flow. */
export function checkImports(imports: readonly Import[]): string[] {
  return imports.flatMap(({ from, line, specifier }) => {
    const home = from.split('/')[0] ?? ''
    const [room, generator] = leadsTo(from, specifier)
    if (room === 'generators' && home === room) return checkGenerator({ from, line, specifier }, generator)
    if (room === undefined || room === home || allowed[home]?.includes(room)) return []
    return [
      `${from}:${line}: ${home}/ may not import from ${room}/ ("${specifier}"). The flow is spec → generators → packages → tools; see ARCHITECTURE.md.`,
    ]
  })
}

/** What all generators share, and the one that runs them. */
const sharedByGenerators = new Set(['kit', 'model'])
const runsGenerators = 'cli'

function checkGenerator({ from, line, specifier }: Import, generator: string | undefined): string[] {
  const own = from.split('/')[1] ?? ''
  if (generator === undefined || generator === own || own === runsGenerators || sharedByGenerators.has(generator)) return []
  return [
    `${from}:${line}: generators/${own}/ may not import from generators/${generator}/ ("${specifier}"). What generators share moves to generators/kit/; see ARCHITECTURE.md.`,
  ]
}

/** The folders that a specifier leads to, from the root of the repository; none for Node and npm. */
function leadsTo(from: string, specifier: string): readonly string[] {
  if (specifier.startsWith('.')) return new URL(specifier, `file:///${from}`).pathname.slice(1).split('/')
  const [, room] = workspaceRooms.find(([name]) => name.test(specifier)) ?? []
  return room === undefined ? [] : [room]
}
