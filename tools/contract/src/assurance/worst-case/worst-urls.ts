/** Lists the worst query strings that fit into the URL limit. */
import type { Attack, SeenKeys } from './worst-bodies.ts'

/** Part of the 16 kB for URL and headers. */
const maxUrlBytes = 15_000

export interface QueryParameter {
  readonly name: string
  readonly in: string
  readonly schema?: unknown
}

interface UrlTarget {
  readonly api: string
  readonly parameters: readonly QueryParameter[]
}

export function listUrlAttacks({ api, parameters }: UrlTarget, seen: SeenKeys): Attack[] {
  const repeat = (text: string) => (bytes: number) => text.repeat(Math.floor(bytes / text.length)).slice(0, -1)
  const names = parameters
    .filter(({ in: location, name, schema }) => location === 'query' && seen.isNew(`${api} ?${name} ${JSON.stringify(schema)}`))
    .map(({ name }) => encodeURIComponent(name))
  const attacks = [
    ...(seen.isNew(`${api} ?`) ? [{ name: 'a repeated unknown parameter', render: repeat('a&') }] : []),
    ...names.flatMap((name) => [
      { name: `${name} repeated`, render: repeat(`${name}=1&`) },
      { name: `${name} with commas`, render: (bytes: number) => `${name}=${','.repeat(bytes)}` },
      ...['a', '0', '.', '-', 'a.', 'a:'].map((part) => ({
        name: `${name} with “${part}”`,
        render: (bytes: number) => `${name}=${part.repeat(bytes / part.length)}%01`,
        isPatternProbe: true,
      })),
    ]),
  ]
  return attacks.map((attack): Attack => ({ ...attack, maxBytes: maxUrlBytes }))
}
