/** Evaluated agent, in its state when the run was created. */
import { genaiModels } from '../../catalog/genai-models.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import type { Turn } from '../../inference/prompt.ts'
import { retrievePassages } from '../agent-inference/index.ts'
import { agentKey, findRouter, getReferences } from '../agents/index.ts'

export interface Candidate {
  readonly model: string
  readonly temperature: number
  readonly maxTokens: number | null
  /** Prefix of every question. */
  readonly before: readonly Turn[]
  readonly knowledgeBases: readonly string[]
  readonly hasTools: boolean
}

export function parseCandidate(ctx: AccountContext, agent: Kinds['Agent']): Candidate {
  const references = getReferences(ctx, agentKey(agent.uuid))
  const bases = references.knowledgeBases.map(({ uuid }) => uuid)
  const config = findRouter(ctx, references)?.config
  return {
    // A router uses its first fallback model.
    model: references.model ?? genaiModels.find(({ id }) => id === config?.fallback_models[0])?.uuid ?? '',
    temperature: agent.temperature ?? 0,
    maxTokens: agent.max_tokens || null,
    before: [{ by: 'instructions', text: agent.instruction ?? '' }, ...bases.flatMap((uuid) => retrievePassages(ctx, uuid, agent.k ?? 0))],
    knowledgeBases: bases,
    hasTools: bases.length > 0 || references.functions.length > 0,
  }
}
