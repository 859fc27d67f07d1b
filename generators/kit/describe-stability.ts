import type { Stability } from '../model/json-schema.ts'

export interface StabilityMark {
  readonly word: string
  readonly sentence: string
}

const marks = {
  beta: { word: 'Beta', sentence: 'clients use it, the public document does not have it; it can still change.' },
  experimental: { word: 'Experimental', sentence: 'it can still change.' },
} as const satisfies Record<Exclude<Stability, 'stable'>, StabilityMark>

/** What a reader is told of an operation, a schema or a property that is not stable. docs/specification.md says when it is written. */
export function describeStability(stability: Stability): StabilityMark | undefined {
  return stability === 'stable' ? undefined : marks[stability]
}
