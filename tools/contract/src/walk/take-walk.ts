/**
 * One walk over every operation, with the requests that the specification gives as examples: first what makes the world, then everything,
 * each call in its own copy of that world; at last what deletes, from the leaves to the roots.
 */
import { checkReply } from '../check-reply.ts'
import type { OperationEntry } from '../load-specification.ts'
import type { Answer } from '../mock/faces.ts'
import { messageOf, preconditionOf, stepsOf, succeeded, titleOf, type Step } from '../worlds/steps.ts'
import type { Preconditions } from '../worlds/preconditions.ts'
import { WorldBuilder, type WorldOptions } from '../worlds/world-builder.ts'

export interface WalkOptions extends Omit<WorldOptions, 'onAnswer'> {
  /** With what the operations themselves make and no more. */
  readonly fromNothing: boolean
}

/** What became of one call. */
export interface Outcome {
  readonly operation: string
  /** The name of the body's example, '' without a body. */
  readonly example: string
  readonly status: number
  /** What a refusal said. */
  readonly message: string
  /** What the reply breaks of what is promised. */
  readonly findings: readonly string[]
}

const everything = 'everything'

export async function takeWalk(options: WalkOptions): Promise<Outcome[]> {
  const outcomes = new Outcomes()
  const world = new WorldBuilder({ ...options, onAnswer: (step, answer, first) => outcomes.note(step, answer, first) })
  if (options.fromNothing) await world.makeTheRest([])
  else await world.makeEverything()
  await options.server.save(everything)
  await callEach(world, options, outcomes)
  await options.server.restore(everything)
  await deleteAll(world, options, outcomes)
  return outcomes.list()
}

async function callEach(world: WorldBuilder, { entries, server, preconditions }: WalkOptions, outcomes: Outcomes): Promise<void> {
  let current = everything
  for (const step of entries.flatMap(stepsOf)) {
    for (const { name, prepares } of listAttempts(world.worldsOf(step, everything), step, preconditions)) {
      if (current !== name) await server.restore(name)
      const ids = world.ids.copy()
      current = 'another'
      if (prepares && !(await world.prepare(step, ids))) continue
      const answer = await world.call(prepares ? step : { ...step, asItIs: true }, ids)
      outcomes.note(step, answer)
      const isUntouched = step.entry.operation.method === 'get' && !prepares
      if (isUntouched) current = name
      if (succeeded(answer)) break
    }
  }
}

/** As readers call it, in the world that they find; then with its preconditions. */
function listAttempts(worlds: readonly string[], step: Step, preconditions: Preconditions) {
  const isPlain = Object.keys(preconditionOf(step, preconditions)).length === 0
  return [
    { name: everything, prepares: false },
    ...worlds.filter((name) => !isPlain || name !== everything).map((name) => ({ name, prepares: true })),
  ]
}

async function deleteAll(world: WorldBuilder, { entries }: WalkOptions, outcomes: Outcomes): Promise<void> {
  const depthOf = ({ operation }: OperationEntry) => operation.path.split('/').length
  let deleting = entries
    .filter(({ operation }) => operation.effect?.kind === 'deletes')
    .toSorted((one, other) => depthOf(other) - depthOf(one))
  for (let isMoving = true; isMoving;) {
    const left: OperationEntry[] = []
    for (const entry of deleting) {
      const [step] = stepsOf(entry)
      if (!step) continue
      const answer = await world.call(step)
      outcomes.note(step, answer)
      await world.settle()
      if (!succeeded(answer)) left.push(entry)
    }
    isMoving = left.length < deleting.length
    deleting = left
  }
}

class Outcomes {
  readonly #byTitle = new Map<string, Outcome>()

  /** @param first the call that had to come first, when it was that one that was refused */
  note(step: Step, answer: Answer, first?: Step): void {
    const earlier = this.#byTitle.get(titleOf(step))
    const now = { status: answer.status, message: `${first ? `${titleOf(first)} comes first: ` : ''}${messageOf(answer)}` }
    // What was refused once and taken another time is good; the first refusal says most.
    const { status, message } = earlier && (succeeded(earlier) || !succeeded(answer)) ? earlier : now
    this.#byTitle.set(titleOf(step), {
      operation: step.entry.operation.id,
      example: step.example?.name ?? '',
      status,
      message,
      findings: [...new Set([...(earlier?.findings ?? []), ...checkReply((first ?? step).entry, answer)])],
    })
  }

  list(): Outcome[] {
    return [...this.#byTitle.values()]
  }
}
