/**
 * The conversation of a journey and its verdict. For each stopping criterion the user repeats it and the agent answers once. A criterion
 * passes unless it contains the word "fail", so that a scenario can ask for a failure.
 */
import { findTextModel } from '../../catalog/genai-models.ts'
import type { Operations } from '../../generated/types.ts'
import { countTokens } from '../../inference/tokens.ts'
import { answerQuestion, asksForFailure } from '../evaluations/index.ts'
import type { PlannedJourney } from './run-plan.ts'

type Trajectory = Operations['simulationRuns_journeys_getTrajectory']['reply']['trajectory']
type Judgment = NonNullable<Trajectory['judge']>

export interface Transcript {
  readonly messages: readonly Message[]
  readonly judgment?: Judgment
}

interface Message {
  readonly role: 'user' | 'assistant'
  readonly content: string
  readonly tokens: { readonly input: number; readonly output: number }
}

export function buildTranscript(agentModel: string, { scenario, maxTurns }: PlannedJourney): Transcript {
  const reached = scenario.stopping_criteria.slice(0, Math.floor(maxTurns / 2))
  const messages = reached.flatMap((criterion): Message[] => {
    const { output, inputTokens, outputTokens } = answerQuestion({ model: findTextModel(agentModel), before: [], input: criterion })
    return [
      { role: 'user', content: criterion, tokens: { input: 0, output: countTokens(criterion) } },
      { role: 'assistant', content: output, tokens: { input: inputTokens, output: outputTokens } },
    ]
  })
  return { messages, judgment: judgeCriteria(scenario.stopping_criteria, reached.length) }
}

const reasons = {
  SUCCESS: 'All criteria passed.',
  FAILURE: 'A criterion did not pass.',
  INCONCLUSIVE: 'The conversation ended before all criteria were reached.',
} as const

function judgeCriteria(criteria: readonly string[], reached: number): Judgment {
  const results = criteria.map((criterion, index) => {
    const passed = index < reached && !asksForFailure(criterion)
    return { criterion, passed, reasoning: passed ? 'The answer meets it.' : 'No answer meets it.' }
  })
  const hasFailed = results.slice(0, reached).some(({ passed }) => !passed)
  const verdict = hasFailed ? 'FAILURE' : reached < criteria.length ? 'INCONCLUSIVE' : 'SUCCESS'
  return { verdict: `SIMULATION_JOURNEY_VERDICT_${verdict}`, reasoning: reasons[verdict], criteria_pass_fail: results }
}

/** Generates the judge's reasoning from the transcript. */
export function countUsage(transcripts: readonly Transcript[]): Trajectory['token_usage'] {
  const said = transcripts.flatMap(({ messages }) => messages)
  const sum = (role: Message['role']) =>
    said.reduce((all, { role: own, tokens }) => all + (own === role ? tokens.input + tokens.output : 0), 0)
  const [simulator, agent] = [sum('user'), sum('assistant')]
  const judging = transcripts.reduce(
    (all, { judgment }) => all + countTokens(judgment?.reasoning ?? ''),
    said.reduce((all, { tokens }) => all + tokens.output, 0),
  )
  return {
    simulator_tokens: String(simulator),
    judge_tokens: String(judging),
    candidate_agent_tokens: String(agent),
    generator_tokens: '0',
    total_tokens: String(simulator + judging + agent),
  }
}

export function countVerdicts(transcripts: readonly Transcript[]) {
  const count = (verdict: keyof typeof reasons) =>
    transcripts.filter(({ judgment }) => judgment?.verdict === `SIMULATION_JOURNEY_VERDICT_${verdict}`).length
  return { success_count: count('SUCCESS'), failure_count: count('FAILURE'), inconclusive_count: count('INCONCLUSIVE') }
}
