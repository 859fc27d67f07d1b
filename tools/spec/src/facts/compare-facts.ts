/** Holds the facts against what the bundles declare, family by family. */
import { type DeclaredOperation, operationKey } from './declared.ts'
import type { LeftOut } from './left-out.ts'
import { listFacts, writeFact } from './list-facts.ts'
import type { FactFamily, FactOperation } from './read-facts.ts'

export interface Count {
  readonly total: number
  readonly declared: number
  /** Not declared, and the table says why. */
  readonly leftOut: number
}

export const kinds = ['operation', 'status', 'parameter', 'property'] as const
export type Kind = (typeof kinds)[number]

export interface FamilyComparison {
  readonly family: string
  readonly counts: Readonly<Record<Kind, Count>>
  /** `GET /v2/droplets 200 droplets[].id`; of an operation that is not there at all, only the operation. */
  readonly missing: readonly string[]
}

export interface Comparison {
  readonly families: readonly FamilyComparison[]
  /** Entries of the table for which everything is declared, or which no fact fits. */
  readonly idle: readonly LeftOut[]
}

type Verdict = 'declared' | 'leftOut' | 'missing'

export function compareFacts(
  families: readonly FactFamily[],
  operations: ReadonlyMap<string, DeclaredOperation>,
  leftOut: readonly LeftOut[],
): Comparison {
  const used = new Set<LeftOut>()
  const judge = (key: string, written: string, declared: boolean): Verdict => {
    if (declared) return 'declared'
    const entries = leftOut.filter((entry) => entry.covers(key, written))
    for (const entry of entries) used.add(entry)
    return entries.length > 0 ? 'leftOut' : 'missing'
  }

  const compareOperation = (operation: FactOperation, { schemas }: FactFamily) => {
    const key = operationKey(operation.method, operation.path)
    const ours = operations.get(key)
    const presence = { kind: 'operation' as Kind, written: '', verdict: judge(key, 'operation', ours !== undefined) }
    const facts = listFacts(operation, schemas).map((fact) => {
      const written = writeFact(fact)
      const verdict = presence.verdict === 'leftOut' ? 'leftOut' : judge(key, written, ours?.declares(fact) ?? false)
      return { kind: fact.kind as Kind, written, verdict }
    })
    const name = `${operation.method} ${operation.path}`
    const missing = facts.filter(({ verdict }) => verdict === 'missing').map(({ written }) => `${name} ${written}`)
    return { facts: [presence, ...facts], missing: presence.verdict === 'missing' ? [name] : missing }
  }

  const compareFamily = (family: FactFamily): FamilyComparison => {
    const compared = family.operations.map((operation) => compareOperation(operation, family))
    const facts = compared.flatMap(({ facts: some }) => some)
    const count = (kind: Kind): Count => {
      const verdicts = facts.filter((fact) => fact.kind === kind).map(({ verdict }) => verdict)
      const of = (wanted: Verdict) => verdicts.filter((verdict) => verdict === wanted).length
      return { total: verdicts.length, declared: of('declared'), leftOut: of('leftOut') }
    }
    return {
      family: family.name,
      counts: { operation: count('operation'), status: count('status'), parameter: count('parameter'), property: count('property') },
      missing: compared.flatMap(({ missing }) => missing),
    }
  }

  const compared = families.map(compareFamily)
  return { families: compared, idle: leftOut.filter((entry) => !used.has(entry)) }
}

export function sumCounts(families: readonly FamilyComparison[], kind: Kind): Count {
  return families
    .map(({ counts }) => counts[kind])
    .reduce(
      (sum, count) => ({
        total: sum.total + count.total,
        declared: sum.declared + count.declared,
        leftOut: sum.leftOut + count.leftOut,
      }),
      { total: 0, declared: 0, leftOut: 0 },
    )
}
