/**
 * Plays a journey: what the person says, what the agent answers, and what the judge makes of it. Nothing of it is stored, as it follows
 * from the scenario, the agent and the models: the same ones bring the same conversation.
 */
import { findModelByUuid, type GenaiModelEntry, genaiModels } from '../../catalog/genai-models.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import { type Dice, rollDice } from '../../inference/dice.ts'
import { fitSchema } from '../../inference/fit-schema.ts'
import { countPrompt, type Prompt, type Turn } from '../../inference/prompt.ts'
import { readHints } from '../../inference/read-hints.ts'
import { countTokens, splitTokens } from '../../inference/tokens.ts'
import { type FunctionCall, writeReply } from '../../inference/write-reply.ts'
import type { PlannedJourney, RunSubject } from './run-subject.ts'

export interface Message {
  readonly role: 'user' | 'assistant'
  readonly content: string
  readonly toolCalls: readonly ToolCall[]
  readonly tokens: { readonly input: number; readonly output: number }
}

export interface ToolCall {
  readonly name: string
  readonly description: string
  readonly input_parameters: Value
  readonly output: Value
  readonly tool_call_id: string
  readonly ok: boolean
}

const openings = ['Hello. I need help with this: ', 'Good day. This is why I write: ', 'Can you help me? It is about this: '] as const
const reminders = [
  'Thank you. I am still waiting for this: ',
  'And what about this: ',
  'That is not all I came for. There is also this: ',
] as const

type Frame = Pick<PlannedJourney, 'scenario' | 'maxTurns'>

/** A message of the person and its answer. */
const countExchanges = ({ scenario, maxTurns }: Frame) => Math.min(scenario.stopping_criteria.length, Math.floor(maxTurns / 2))

/** Of the whole conversation. */
export const countMessages = (planned: Frame): number => 2 * countExchanges(planned)

/** The person comes to one criterion of the scenario after the other, as far as the turns last. */
export function converse({ candidate, simulator }: RunSubject, { scenario, index, maxTurns }: PlannedJourney): Message[] {
  const { description, user_persona: persona = '', stopping_criteria: criteria } = scenario
  const part: Turn = { by: 'instructions', text: `${persona} ${description} ${criteria.join(' ')}` }
  const dice = rollDice(JSON.stringify([simulator, part.text, index]))
  const messages: Message[] = []
  const said: Turn[] = []
  for (const [at, criterion] of criteria.slice(0, countExchanges({ scenario, maxTurns })).entries()) {
    const wish = at === 0 ? `${dice.pick(openings)}${description}` : `${dice.pick(reminders)}“${criterion}”`
    const tokens = splitTokens(wish).slice(0, simulator.maxTokens)
    const question = tokens.join('')
    const read = countPrompt({ turns: [part, ...said], functions: [] })
    messages.push({ role: 'user', content: question, toolCalls: [], tokens: { input: read, output: tokens.length } })
    said.push({ by: 'person', text: question })
    const reply = answer(candidate, said, index)
    messages.push(reply)
    said.push({ by: 'model', text: reply.content })
  }
  return messages
}

function answer(candidate: RunSubject['candidate'], said: readonly Turn[], index: number): Message {
  const question = said.at(-1)?.text ?? ''
  const prompt: Prompt = {
    model: modelOf(candidate.model),
    turns: [...candidate.before, ...said],
    functions: candidate.functions.map(({ name, description, input }) => ({ name, description, parameters: input })),
    choice: 'auto',
    maxTokens: candidate.maxTokens ?? undefined,
    stops: [],
    thinks: false,
    salt: `${candidate.temperature}:${index}`,
  }
  const dice = rollDice(JSON.stringify(['tools', said]))
  const lookUps = candidate.baseNames.map((name) => lookUp(name, question, dice))
  const first = writeReply(prompt, 0)
  const [wanted] = first.calls
  if (!wanted) return writeAnswer(first.text, lookUps, countPrompt(prompt), first.count)
  const made = callFunction(candidate, wanted, question, dice)
  const after: Prompt = { ...prompt, turns: [...prompt.turns, { by: 'function', text: JSON.stringify(made.output) }], choice: 'none' }
  const second = writeReply(after, 0)
  return writeAnswer(second.text, [...lookUps, made], countPrompt(prompt) + countPrompt(after), first.count + second.count)
}

const writeAnswer = (content: string, toolCalls: readonly ToolCall[], input: number, output: number): Message => ({
  role: 'assistant',
  content,
  toolCalls,
  tokens: { input, output },
})

/** Nothing is searched here: the passages stand in front of the conversation. */
const lookUp = (base: string, question: string, dice: Dice): ToolCall => ({
  name: 'retrieve_passages',
  description: `Looks passages up in the knowledge base “${base}”.`,
  input_parameters: { query: question },
  output: { knowledge_base: base },
  tool_call_id: `call_${dice.hex(8)}`,
  ok: true,
})

/** What functions do is out of the sandbox's sight: the output is one that fits what they say of it. */
function callFunction({ functions }: RunSubject['candidate'], { id, name, text }: FunctionCall, question: string, dice: Dice): ToolCall {
  const called = functions.find((each) => each.name === name)
  const given: unknown = JSON.parse(text)
  const output = fitSchema({ type: 'object', ...called?.output }, { hints: readHints(question), dice })
  return {
    name,
    description: called?.description ?? '',
    input_parameters: isRecord(given) ? given : {},
    output: isRecord(output) ? output : {},
    tool_call_id: `call_${id}`,
    ok: true,
  }
}

export type Verdict =
  | 'SIMULATION_JOURNEY_VERDICT_SUCCESS'
  | 'SIMULATION_JOURNEY_VERDICT_FAILURE'
  | 'SIMULATION_JOURNEY_VERDICT_INCONCLUSIVE'

export interface Judgment {
  readonly verdict: Verdict
  readonly reasoning: string
  readonly criteria_pass_fail: readonly { readonly criterion: string; readonly passed: boolean; readonly reasoning: string }[]
}

const reasons = {
  good: ['The answer says it plainly.', 'It is there, in other words.', 'The agent did so without being pressed.'],
  bad: ['The answer goes around it.', 'Nothing in the answer does that.', 'The agent began with it and did not finish.'],
} as const

/** @param messages the whole conversation */
export function judge({ judge: model }: RunSubject, { scenario }: PlannedJourney, messages: readonly Message[]): Judgment {
  const answers = messages.filter(({ role }) => role === 'assistant')
  const criteria = scenario.stopping_criteria.map((criterion, at) => {
    const reply = answers[at]
    if (!reply) return { criterion, passed: false, reasoning: 'The conversation ended before it came to this.' }
    const dice = rollDice(JSON.stringify([model, scenario.description, criterion, reply.content]))
    const passed = reply.content !== '' && dice.below(6) > 0
    return { criterion, passed, reasoning: dice.pick(passed ? reasons.good : reasons.bad) }
  })
  const failed = criteria.find(({ passed }, at) => !passed && at < answers.length)
  if (failed)
    return {
      verdict: 'SIMULATION_JOURNEY_VERDICT_FAILURE',
      reasoning: `One of the criteria did not pass: ${failed.criterion}`,
      criteria_pass_fail: criteria,
    }
  if (answers.length < criteria.length)
    return {
      verdict: 'SIMULATION_JOURNEY_VERDICT_INCONCLUSIVE',
      reasoning: 'The conversation reached its last turn before all criteria were talked about.',
      criteria_pass_fail: criteria,
    }
  return {
    verdict: 'SIMULATION_JOURNEY_VERDICT_SUCCESS',
    reasoning: 'Everything that was asked for happened.',
    criteria_pass_fail: criteria,
  }
}

export interface TokenUsage {
  readonly simulator: number
  readonly judge: number
  readonly agent: number
}

/** What the judge is told beside the conversation. */
const tokensTold = 120

/** @param judged undefined while nothing has been judged */
export function countUsage(messages: readonly Message[], judged: Judgment | undefined): TokenUsage {
  const sum = (role: Message['role']) =>
    messages.filter((message) => message.role === role).reduce((all, { tokens }) => all + tokens.input + tokens.output, 0)
  const told = messages.reduce((all, { content }) => all + countTokens(content), tokensTold)
  return {
    simulator: sum('user'),
    judge: judged ? told + countTokens(JSON.stringify(judged)) : 0,
    agent: sum('assistant'),
  }
}

export function describeUsage(usages: readonly TokenUsage[]) {
  const sum = (who: keyof TokenUsage) => usages.reduce((all, usage) => all + usage[who], 0)
  const [simulator, judging, agent] = [sum('simulator'), sum('judge'), sum('agent')]
  return {
    simulator_tokens: String(simulator),
    judge_tokens: String(judging),
    candidate_agent_tokens: String(agent),
    generator_tokens: '0',
    total_tokens: String(simulator + judging + agent),
  }
}

function modelOf(uuid: string): GenaiModelEntry {
  const found = findModelByUuid(uuid) ?? genaiModels.find(({ type }) => type === 'text')
  if (!found) throw new Error('The catalog has no model for text.')
  return found
}
