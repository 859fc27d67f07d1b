/** The tokens an agent used, one row for each answer that the agent inference API gave. */
import type { Behavior, Reply } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { under } from '../../store/store.ts'
import { agentKey, openAgent } from './agent-state.ts'

const kind = 'agentUse'

/** For whoever lets an agent answer: `reply` is a completion in one piece. */
export function noteAgentAnswer({ store, clock }: World, agent: Value, reply: Reply): void {
  const { usage } = JSON.parse(String(reply.body)) as { readonly usage?: Readonly<Record<string, number>> }
  const { prompt_tokens: input = 0, completion_tokens: output = 0 } = usage ?? {}
  const key = agentKey(agent['uuid'])
  const config = agent['logging_config']
  const isAnalysed = isRecord(config) && config['insights_enabled'] === true
  const text = JSON.stringify({ at: clock.now(), input, output, isAnalysed })
  store.put({ kind, parent: under(key), id: String(store.next('agent-use')), text })
}

export const getUsage: Behavior = (call, world) => {
  const { engine, clock } = world
  const key = openAgent(world, call.path['uuid'])
  const { start, stop } = call.query
  // What was used in this very moment counts when no end is given.
  const to = typeof stop === 'string' ? Date.parse(stop) : clock.now() + 1
  const from = typeof start === 'string' ? Date.parse(start) : beginningOfMonth(clock.now())
  if (to < from) throw unprocessable('stop: must not be before start.')
  const used = engine.all({ kind, parent: under(key) }).filter(({ at }) => Number(at) >= from && Number(at) < to)
  const config = engine.get(key)['logging_config']
  const span = { resource_uuid: key.id, start: toStamp(from), stop: toStamp(to) }
  const analysed = used.filter(({ isAnalysed }) => isAnalysed === true)
  const hasInsights = analysed.length > 0 || (isRecord(config) && config['insights_enabled'] === true)
  return {
    body: JSON.stringify({
      usage: { ...span, measurements: [sum(used, 'input'), sum(used, 'output')] },
      // The analysis reads question and answer.
      log_insights_usage: {
        ...span,
        measurements: hasInsights ? [{ usage_type: 'input', tokens: count(analysed, 'input') + count(analysed, 'output') }] : [],
      },
    }),
  }
}

function sum(used: readonly Value[], usage: 'input' | 'output'): Value {
  return { usage_type: usage, tokens: count(used, usage) }
}

function count(used: readonly Value[], usage: 'input' | 'output'): number {
  return used.reduce((total, each) => total + Number(each[usage]), 0)
}

function beginningOfMonth(moment: number): number {
  const date = new Date(moment)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
}

function toStamp(moment: number): string {
  return `${new Date(moment).toISOString().slice(0, 19)}Z`
}
