/** Models for agents, knowledge bases, evaluations and inference. */
import type { GenaiModelEntry } from './genai-models/entry.ts'
import { otherModels } from './genai-models/other-models.ts'
import { textModels } from './genai-models/text-models.ts'

export type { GenaiModelEntry }

/** Models sorted by name, as in lists. */
export const genaiModels: readonly GenaiModelEntry[] = [...textModels, ...otherModels].toSorted((a, b) => (a.name < b.name ? -1 : 1))

/** Finds a model by the `model` of inference requests. */
export function findModelById(id: unknown): GenaiModelEntry | undefined {
  return genaiModels.find((model) => model.id === id)
}

/** Finds a model by the uuid of the agent platform. */
export function findModelByUuid(uuid: unknown): GenaiModelEntry | undefined {
  return genaiModels.find((model) => model.uuid === uuid)
}

/** Returns a text model. A model that the account deployed itself is not in the catalog and behaves like any other. */
export function findTextModel(uuid: string): GenaiModelEntry {
  const found = findModelByUuid(uuid) ?? genaiModels.find(({ type }) => type === 'text')
  if (!found) throw new Error('The catalog has no model for text.')
  return found
}
