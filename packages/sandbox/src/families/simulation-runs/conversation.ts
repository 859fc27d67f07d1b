/**
 * The conversation of a journey and its verdict. For each stopping criterion the user repeats it and the agent answers once. A criterion
 * passes unless it contains the word "fail", so that a scenario can ask for a failure.
 */
import type { Operations } from '../../generated/types.ts'
import { countTokens } from '../../inference/tokens.ts'
import { answerQuestion, asksForFailure } from '../evaluations/index.ts'

type Trajectory = Operations['simulationRuns_journeys_getTrajectory']['reply']['trajectory']
type Usage = Trajectory['token_usage']

interface Conversation {
  readonly messages: readonly Pick<Trajectory['messages'][number], 'role' | 'content' | 'tokens'>[]
  readonly judge: NonNullable<Trajectory['judge']>
  readonly usage: Usage
}

const reasons = {
  SUCCESS: 'All criteria passed.',
  FAILURE: 'A criterion did not pass.',
  INCONCLUSIVE: 'The conversation ended before all criteria were reached.',
} as const

/** @param maxTurns maximum number of messages */
export function playConversation(criteria: readonly string[], maxTurns: number): Conversation {
  const reachedCriteria = criteria.slice(0, Math.floor(maxTurns / 2))
  const messages = reachedCriteria.flatMap((criterion) => {
    const { output, inputTokens, outputTokens } = answerQuestion(criterion)
    return [
      { role: 'user', content: criterion, tokens: { input: 0, output: inputTokens } } as const,
      { role: 'assistant', content: output, tokens: { input: inputTokens, output: outputTokens } } as const,
    ]
  })
  const results = criteria.map((criterion, index) => {
    const passed = index < reachedCriteria.length && !asksForFailure(criterion)
    return { criterion, passed, reasoning: passed ? 'The answer meets it.' : 'No answer meets it.' }
  })
  const hasFailed = reachedCriteria.some(asksForFailure)
  const verdict = hasFailed ? 'FAILURE' : reachedCriteria.length < criteria.length ? 'INCONCLUSIVE' : 'SUCCESS'
  const judgement = { verdict: `SIMULATION_JOURNEY_VERDICT_${verdict}`, reasoning: reasons[verdict], criteria_pass_fail: results } as const
  const count = (role: 'user' | 'assistant') =>
    messages.filter((message) => message.role === role).reduce((sum, { tokens }) => sum + tokens.input + tokens.output, 0)
  // The judge reads the conversation.
  return {
    messages,
    judge: judgement,
    usage: formatUsage(count('user'), countTokens(messages.map(({ content }) => content).join('\n')), count('assistant')),
  }
}

export function formatUsage(simulator: number, judge: number, agent: number): Usage {
  return {
    simulator_tokens: String(simulator),
    judge_tokens: String(judge),
    candidate_agent_tokens: String(agent),
    generator_tokens: '0',
    total_tokens: String(simulator + judge + agent),
  }
}
