/** What a change of the specification is to those who use a package. */
export const impacts = ['breaking', 'addition', 'fix'] as const
export type Impact = (typeof impacts)[number]

export const packages = ['types', 'client', 'mock', 'sandbox', 'mcp', 'reference', 'openapi'] as const
export type PackageName = (typeof packages)[number]

export interface Change {
  readonly api: string
  /** What is changed, in backticks where it has a name: an operation, a schema, a property. */
  readonly subject: string
  /** For the reader of a changelog. */
  readonly sentence: string
  /** Which packages it reaches, and what it is to the users of each. */
  readonly reaches: Readonly<Partial<Record<PackageName, Impact>>>
}

/** What a part of the comparison found, before it is known which packages it reaches. */
export interface Finding {
  readonly impact: Impact
  readonly kind: ChangeKind
  readonly subject: string
  readonly sentence: string
}

/** What is changed, by who can see it. */
const reach = {
  /** What is sent and answered. */
  wire: packages,
  /** What an operation is called in a program. */
  name: ['types', 'client', 'mcp', 'reference', 'openapi'],
  /** What only a reader sees. */
  words: ['types', 'client', 'mcp', 'reference', 'openapi'],
  examples: ['client', 'mock', 'sandbox', 'reference', 'openapi'],
  /** What the platform does, and no type or mock shows. */
  behavior: ['sandbox', 'reference', 'openapi'],
  /** What the platform does, and the client acts on: scopes, limits, states. */
  rules: ['client', 'sandbox', 'mcp', 'reference', 'openapi'],
  tools: ['client', 'sandbox', 'mcp', 'reference', 'openapi'],
  /** What can be relied on, shown wherever an operation is. */
  status: ['types', 'client', 'sandbox', 'mcp', 'reference', 'openapi'],
  notes: ['reference', 'openapi'],
} as const satisfies Record<string, readonly PackageName[]>

export type ChangeKind = keyof typeof reach

export function toChange(api: string, { impact, kind, subject, sentence }: Finding): Change {
  const reaches = Object.fromEntries(
    // Nobody's program breaks by what the pages say.
    reach[kind].map((name) => [name, name === 'reference' && impact === 'breaking' ? 'fix' : impact] as const),
  )
  return { api, subject, sentence, reaches }
}

/** The worst of what it is to anybody. */
export function impactOf({ reaches }: Change): Impact {
  const all = new Set(Object.values(reaches))
  return impacts.find((impact) => all.has(impact)) ?? 'fix'
}
