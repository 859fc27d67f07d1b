/** The models of the platform: what agents, knowledge bases and evaluations are built on, and what inference answers with. */
import type { GenaiModelEntry } from './genai-models/entry.ts'
import { otherModels } from './genai-models/other-models.ts'
import { textModels } from './genai-models/text-models.ts'

export type { GenaiModelEntry }

/** By name, as lists show them. */
export const genaiModels: readonly GenaiModelEntry[] = [...textModels, ...otherModels].toSorted((a, b) => (a.name < b.name ? -1 : 1))

/** By what inference takes as `model`. */
export function findModelById(id: unknown): GenaiModelEntry | undefined {
  return genaiModels.find((model) => model.id === id)
}

/** By what the agent platform takes. */
export function findModelByUuid(uuid: unknown): GenaiModelEntry | undefined {
  return genaiModels.find((model) => model.uuid === uuid)
}

/** One that writes text: what the account deployed itself, which is not in the catalog, answers like any other. */
export function findTextModel(uuid: string): GenaiModelEntry {
  const found = findModelByUuid(uuid) ?? genaiModels.find(({ type }) => type === 'text')
  if (!found) throw new Error('The catalog has no model for text.')
  return found
}
