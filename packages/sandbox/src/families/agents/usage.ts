/** Token usage of agents: one row for each reply of the agent inference API. */
import type { Handler } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { formatTimestamp } from '../../shared/format-timestamp.ts'
import { childPath } from '../../store/store.ts'
import { type Agent, agentKey } from './agent-state.ts'

interface AgentUsage {
  readonly at: number
  readonly input: number
  readonly output: number
}

declare module '../../engine/kinds.ts' {
  interface InternalKinds {
    agentUse: AgentUsage
  }
}

/** Records the token usage of a reply. @param usage as in a chat completion */
export function recordAgentUsage({ store, clock }: AccountContext, agent: Agent, usage: Readonly<Record<string, unknown>>): void {
  const [input, output] = [Number(usage['prompt_tokens'] ?? 0), Number(usage['completion_tokens'] ?? 0)]
  const use: AgentUsage = { at: clock.now(), input, output }
  store.put({
    kind: 'agentUse',
    parent: childPath(agentKey(agent.uuid)),
    id: String(store.nextCounter('agent-use')),
    text: JSON.stringify(use),
  })
}

export const getUsage: Handler<'agents_getUsage'> = ({ path: { uuid }, query: { start, stop } }, { engine, clock }) => {
  const agent = engine.get('Agent', uuid)
  // Without an end, usage of the current millisecond counts.
  const to = stop === undefined ? clock.now() + 1 : Date.parse(stop)
  const from = start === undefined ? startOfMonth(clock.now()) : Date.parse(start)
  if (to < from) throw unprocessable('stop: must not be before start.')
  const records = engine.list('agentUse', { parent: childPath(agentKey(uuid)) }).filter(({ at }) => at >= from && at < to)
  const span = { resource_uuid: uuid, start: formatTimestamp(from), stop: formatTimestamp(to) }
  const measure = (type: 'input' | 'output') => ({ usage_type: type, tokens: records.reduce((sum, each) => sum + each[type], 0) })
  const [input, output] = [measure('input'), measure('output')]
  const hasInsights = agent.logging_config?.insights_enabled === true
  return {
    usage: { ...span, measurements: [input, output] },
    // The log analysis reads both the prompt and the reply.
    log_insights_usage: {
      ...span,
      measurements: hasInsights ? [{ ...input, tokens: input.tokens + output.tokens }] : [],
    },
  }
}

function startOfMonth(time: number): number {
  const date = new Date(time)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
}
