/** One journey with everything that was said in it, as replies and files hold it. */
import type { Sent } from '../../engine/kinds.ts'
import type { World } from '../../engine/world.ts'
import type { Operations } from '../../generated/types.ts'
import { scoreAnswer } from '../evaluations/index.ts'
import { hasEnded } from '../../shared/simulation-states.ts'
import { writeStamp } from '../../shared/write-stamp.ts'
import { converse, countMessages, describeUsage, judge, type Message } from './play.ts'
import { durationOf, failed, finished, type Progress, type Run, timeOfEach, underWay } from './progress.ts'
import type { RunSubject } from './run-subject.ts'

export type Trajectory = Sent<Operations['simulationRuns_journeys_getTrajectory']['reply']['trajectory']>

/** Undefined for a journey that has not begun. */
export function describeTrajectory(world: World, run: Run, subject: RunSubject, progress: Progress): Trajectory | undefined {
  const { planned, status, startedAt, changedAt, said, usage } = progress
  if (startedAt === undefined) return undefined
  const messages = converse(subject, planned).slice(0, said)
  const judgment = status === finished ? judge(subject, planned, messages) : undefined
  const duration = durationOf(progress)
  const timeOfMessage = timeOfEach(world, subject) / countMessages(planned)
  return {
    journey_uuid: planned.uuid,
    run_uuid: run.run_uuid,
    scenario_uuid: planned.scenario.scenario_uuid,
    journey_index: planned.index,
    session_id: planned.session,
    agent_id: run.agent_config.agent_uuid,
    status: statusOf(status, subject),
    ...(judgment && { verdict: judgment.verdict }),
    started_at: writeStamp(startedAt),
    ...(duration !== undefined && { completed_at: writeStamp(changedAt), duration_sec: String(duration) }),
    max_turns: planned.maxTurns,
    turn_count: messages.length,
    messages: messages.map(({ role, content, toolCalls, tokens }, at) => ({
      turn_index: at,
      role,
      content,
      started_at: writeStamp(startedAt + at * timeOfMessage),
      completed_at: writeStamp(startedAt + (at + 1) * timeOfMessage),
      tool_calls: toolCalls,
      tokens,
    })),
    ...(judgment && { judge: judgment }),
    // A run that was stopped is not scored.
    evaluation_metrics: judgment && hasEnded(run) && !subject.stopped ? score(subject, messages) : [],
    token_usage: describeUsage([usage]),
    ...(status === failed && subject.stopped && { failure_reason: subject.stopped.reason }),
  }
}

function statusOf(status: Progress['status'], { stopped }: RunSubject): Trajectory['status'] {
  if (status === underWay) return 'SIMULATION_TRAJECTORY_STATUS_RUNNING'
  if (status === finished) return 'SIMULATION_TRAJECTORY_STATUS_COMPLETED'
  return stopped?.wasCancelled ? 'SIMULATION_TRAJECTORY_STATUS_CANCELLED' : 'SIMULATION_TRAJECTORY_STATUS_FAILED'
}

/** The conversation as a whole, by each metric of the run. */
function score({ metrics, candidate }: RunSubject, messages: readonly Message[]) {
  const said = (role: Message['role']) => messages.flatMap((message) => (message.role === role ? message.content : [])).join('\n')
  const conversation = { input: said('user'), output: said('assistant'), expected: '', hasTools: candidate.hasTools }
  return metrics.map((metric) => scoreAnswer(metric, conversation))
}
