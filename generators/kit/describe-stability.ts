import type { Stability } from '../model/json-schema.ts'

export interface StabilityMark {
  readonly word: string
  readonly sentence: string
}

const marks = {
  beta: { word: 'Beta', sentence: 'official clients use it, but the public documentation omits it. It may change.' },
  experimental: { word: 'Experimental', sentence: 'it may change.' },
} as const satisfies Record<Exclude<Stability, 'stable'>, StabilityMark>

/** Describes the stability of an operation, schema or property that is not stable. See docs/specification.md. */
export function describeStability(stability: Stability): StabilityMark | undefined {
  return stability === 'stable' ? undefined : marks[stability]
}
