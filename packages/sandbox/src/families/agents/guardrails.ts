import { genaiGuardrails } from '../../catalog/genai-guardrails.ts'
import type { OperationHook } from '../../engine/hooks.ts'
import { notFound, unprocessable } from '../../engine/failure.ts'
import { getReferences } from './agent-state.ts'
import { referenceNotFound } from './model-choice.ts'
import { changeAgent, removeAttachments } from './versions.ts'

/** Attaches guardrails; a guardrail that is already attached only changes its priority. */
export const attachGuardrails: OperationHook<'Agent', 'agents_guardrails_attach'> = ({ body }, ctx, _before, key) => {
  const guardrails = [...getReferences(ctx, key).guardrails]
  const at = ctx.clock.timestamp()
  const seen = new Set<string>()
  for (const { guardrail_uuid: uuid, priority } of body.guardrails) {
    if (!genaiGuardrails.some((entry) => entry.uuid === uuid)) throw referenceNotFound('guardrails', 'guardrail', uuid)
    if (seen.has(uuid)) throw unprocessable(`guardrails: "${uuid}" is listed twice.`)
    seen.add(uuid)
    const index = guardrails.findIndex(({ guardrail }) => guardrail === uuid)
    const existing = guardrails[index]
    const others = guardrails.filter(({ guardrail }) => guardrail !== uuid)
    const position = priority ?? Math.max(0, ...others.map((each) => each.priority)) + 1
    if (!existing) guardrails.push({ uuid: ctx.ids.uuid(), guardrail: uuid, priority: position, at, changed: at })
    else if (existing.priority !== position) guardrails[index] = { ...existing, priority: position, changed: at }
  }
  changeAgent(ctx, key, 'attach_guardrails', { references: { guardrails: guardrails.toSorted((a, b) => a.priority - b.priority) } })
}

export const detachGuardrail: OperationHook<'Agent', 'agents_guardrails_detach'> = ({ path }, ctx, _before, key) => {
  const isOther = ({ guardrail }: { readonly guardrail: string }) => guardrail !== path.guardrail_uuid
  if (!removeAttachments(ctx, key, 'detach_guardrail', 'guardrails', isOther)) throw notFound()
}
