/** Lists every sample of the reference. */
import { type Sample, renderSamples } from '../../../../generators/reference/render-samples.ts'
import type { OperationEntry } from '../load-specification.ts'

export interface ListedSample extends Sample {
  readonly entry: OperationEntry
}

export function listSamples(entries: readonly OperationEntry[]): ListedSample[] {
  return entries.flatMap((entry) => renderSamples(entry.api, entry.family, entry.operation).map((sample) => ({ ...sample, entry })))
}
