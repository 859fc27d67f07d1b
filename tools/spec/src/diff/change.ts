/** Changes of the specification and their impact on the users of each package. */
export const impacts = ['breaking', 'addition', 'fix'] as const
export type Impact = (typeof impacts)[number]

export const packages = ['types', 'client', 'mock', 'sandbox', 'mcp', 'reference', 'openapi'] as const
export type PackageName = (typeof packages)[number]

export interface Change {
  readonly api: string
  /** Changed operation, schema or property, in backticks if it has a name. */
  readonly subject: string
  /** Sentence for the changelog. */
  readonly sentence: string
  /** Impact on each affected package. */
  readonly reaches: Readonly<Partial<Record<PackageName, Impact>>>
}

/** Result of a comparison, before the affected packages are known. */
export interface Finding {
  readonly impact: Impact
  readonly kind: ChangeKind
  readonly subject: string
  readonly sentence: string
}

/** Affected packages by kind of change. */
const reach = {
  /** Requests and responses. */
  wire: packages,
  /** Names of operations in programs. */
  name: ['types', 'client', 'mcp', 'reference', 'openapi'],
  /** Descriptions and other texts. */
  words: ['types', 'client', 'mcp', 'reference', 'openapi'],
  examples: ['client', 'mock', 'sandbox', 'reference', 'openapi'],
  /** Behavior of the platform that no type or mock contains. */
  behavior: ['sandbox', 'reference', 'openapi'],
  /** Behavior that the client depends on: scopes, limits, states. */
  rules: ['client', 'sandbox', 'mcp', 'reference', 'openapi'],
  tools: ['client', 'sandbox', 'mcp', 'reference', 'openapi'],
  /** Stability and deprecation, shown with every operation. */
  status: ['types', 'client', 'sandbox', 'mcp', 'reference', 'openapi'],
  notes: ['reference', 'openapi'],
} as const satisfies Record<string, readonly PackageName[]>

export type ChangeKind = keyof typeof reach

export function toChange(api: string, { impact, kind, subject, sentence }: Finding): Change {
  const reaches = Object.fromEntries(
    // A change of the reference site breaks no program.
    reach[kind].map((name) => [name, name === 'reference' && impact === 'breaking' ? 'fix' : impact] as const),
  )
  return { api, subject, sentence, reaches }
}

/** Returns the worst impact on any package. */
export function impactOf({ reaches }: Change): Impact {
  const all = new Set(Object.values(reaches))
  return impacts.find((impact) => all.has(impact)) ?? 'fix'
}
