/**
 * Plays a journey: what the person says, what the agent answers, and what the judge makes of it. Nothing of it is stored, as it follows
 * from the scenario, the agent and the models: the same ones bring the same conversation.
 */
import { findTextModel, type GenaiModelEntry } from '../../catalog/genai-models.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import { type Random, createRandom } from '../../inference/random.ts'
import { fitSchema } from '../../inference/fit-schema.ts'
import { countPrompt, type FunctionOffer, type Prompt, type Turn } from '../../inference/prompt.ts'
import { readHints } from '../../inference/read-hints.ts'
import { countTokens, splitTokens } from '../../inference/tokens.ts'
import { type FunctionCall, writeReply } from '../../inference/write-reply.ts'
import type { Outcome, PlannedJourney, RunSubject, TokenUsage, Verdict } from './run-subject.ts'

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

/** What one turn costs whoever reads it. Turns and functions simply add up, so that each is counted once. */
const costOf = (turn: Turn): number => countPrompt({ turns: [turn], functions: [] })

/** The person comes to one criterion of the scenario after the other, as far as the turns last. */
export function converse({ candidate, simulator }: RunSubject, { scenario, index, maxTurns }: PlannedJourney): Message[] {
  const { description, user_persona: persona = '', stopping_criteria: criteria } = scenario
  const part: Turn = { by: 'instructions', text: `${persona} ${description} ${criteria.join(' ')}` }
  const random = createRandom(JSON.stringify([simulator, part.text, index]))
  const agent = openAgent(candidate)
  const partCost = costOf(part)
  const messages: Message[] = []
  const said: Turn[] = []
  let saidCost = 0
  const say = (message: Message, turn: Turn) => {
    messages.push(message)
    said.push(turn)
    saidCost += costOf(turn)
  }
  for (const [at, criterion] of criteria.slice(0, countExchanges({ scenario, maxTurns })).entries()) {
    const wish = at === 0 ? `${random.pick(openings)}${description}` : `${random.pick(reminders)}“${criterion}”`
    const tokens = splitTokens(wish).slice(0, simulator.maxTokens)
    const text = tokens.join('')
    say(
      { role: 'user', content: text, toolCalls: [], tokens: { input: partCost + saidCost, output: tokens.length } },
      { by: 'person', text },
    )
    const reply = answer(agent, said, saidCost, index)
    say(reply, { by: 'model', text: reply.content })
  }
  return messages
}

interface Agent {
  readonly candidate: RunSubject['candidate']
  readonly model: GenaiModelEntry
  readonly functions: readonly FunctionOffer[]
  /** Of what stands in front of every conversation, and of the functions. */
  readonly cost: number
}

function openAgent(candidate: RunSubject['candidate']): Agent {
  const functions = candidate.functions.map(({ name, description, input }) => ({ name, description, parameters: input }))
  return { candidate, model: findTextModel(candidate.model), functions, cost: countPrompt({ turns: candidate.before, functions }) }
}

/** @param saidCost the tokens of what was said */
function answer({ candidate, model, functions, cost }: Agent, said: readonly Turn[], saidCost: number, index: number): Message {
  const question = said.at(-1)?.text ?? ''
  const prompt: Prompt = {
    model,
    turns: [...candidate.before, ...said],
    functions,
    choice: 'auto',
    maxTokens: candidate.maxTokens ?? undefined,
    stops: [],
    thinks: false,
    salt: `${candidate.temperature}:${index}`,
  }
  const random = createRandom(`tools ${said.length} ${question}`)
  const lookUps = candidate.baseNames.map((name) => lookUp(name, question, random))
  const read = cost + saidCost
  const first = writeReply(prompt, 0)
  const [wanted] = first.calls
  if (!wanted) return writeAnswer(first.text, lookUps, read, first.count)
  const made = callFunction(candidate, wanted, question, random)
  const output: Turn = { by: 'function', text: JSON.stringify(made.output) }
  const second = writeReply({ ...prompt, turns: [...prompt.turns, output], choice: 'none' }, 0)
  return writeAnswer(second.text, [...lookUps, made], 2 * read + costOf(output), first.count + second.count)
}

const writeAnswer = (content: string, toolCalls: readonly ToolCall[], input: number, output: number): Message => ({
  role: 'assistant',
  content,
  toolCalls,
  tokens: { input, output },
})

/** Nothing is searched here: the passages stand in front of the conversation. */
const lookUp = (base: string, question: string, random: Random): ToolCall => ({
  name: 'retrieve_passages',
  description: `Looks passages up in the knowledge base “${base}”.`,
  input_parameters: { query: question },
  output: { knowledge_base: base },
  tool_call_id: `call_${random.hex(8)}`,
  ok: true,
})

/** What functions do is out of the sandbox's sight: the output is one that fits what they say of it. */
function callFunction(
  { functions }: RunSubject['candidate'],
  { id, name, text }: FunctionCall,
  question: string,
  random: Random,
): ToolCall {
  const called = functions.find((each) => each.name === name)
  const given: unknown = JSON.parse(text)
  const output = fitSchema({ type: 'object', ...called?.output }, { hints: readHints(question), random })
  return {
    name,
    description: called?.description ?? '',
    input_parameters: isRecord(given) ? given : {},
    output: isRecord(output) ? output : {},
    tool_call_id: `call_${id}`,
    ok: true,
  }
}

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
    const random = createRandom(JSON.stringify([model, scenario.description, criterion, reply.content]))
    const passed = reply.content !== '' && random.below(6) > 0
    return { criterion, passed, reasoning: random.pick(passed ? reasons.good : reasons.bad) }
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

/** What the judge is told beside the conversation, and what it says of each criterion. */
const judgeTokens = { told: 120, said: 25 }

/** @param judged undefined while nothing has been judged */
export function countUsage(messages: readonly Message[], judged: Judgment | undefined): TokenUsage {
  const sum = (role: Message['role']) =>
    messages.filter((message) => message.role === role).reduce((all, { tokens }) => all + tokens.input + tokens.output, 0)
  const written = messages.reduce((all, { tokens }) => all + tokens.output, 0)
  return {
    simulator: sum('user'),
    judge: judged ? judgeTokens.told + written + judgeTokens.said * judged.criteria_pass_fail.length + countTokens(judged.reasoning) : 0,
    agent: sum('assistant'),
  }
}

/** What is kept of a journey that is known to its end. */
export function foretell(subject: RunSubject, planned: PlannedJourney): Outcome {
  const messages = converse(subject, planned)
  const judgment = judge(subject, planned, messages)
  return { verdict: judgment.verdict, reasoning: judgment.reasoning, usage: countUsage(messages, judgment) }
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
