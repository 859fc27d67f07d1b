/**
 * One walk over every operation, with the requests that the specification gives as examples: first what creates, each as soon as what it
 * speaks of is there; then everything, each call in its own copy of that world; at last what deletes, from the leaves to the roots.
 */
import { checkReply } from '../check-reply.ts'
import type { OperationEntry } from '../load-specification.ts'
import type { Answer, Face } from '../mock/faces.ts'
import type { SchemaValidator } from '../schema-validator.ts'
import { createCast, type Cast, type Learning } from './cast.ts'
import type { PrologueStep } from './prologue.ts'
import {
  circumstanceOf,
  exampleReplyOf,
  findStep,
  messageOf,
  requestOf,
  stepsOf,
  succeeded,
  titleOf,
  type Circumstances,
  type Step,
} from './steps.ts'

/** A server that can be brought back to an earlier state. */
export interface WalkedServer {
  readonly face: Face
  readonly save: (name: string) => Promise<void>
  readonly restore: (name: string) => Promise<void>
  readonly pass: (seconds: number) => Promise<void>
  /** The token of another account. */
  readonly guest: string
  /** What is no operation, by name. @returns what the examples call the things that come of it → what they are called here */
  readonly errands: Readonly<Record<string, () => Promise<ReadonlyMap<string, string>>>>
}

export interface WalkOptions {
  readonly entries: readonly OperationEntry[]
  readonly server: WalkedServer
  readonly validatorOf: (entry: OperationEntry) => SchemaValidator
  readonly prologue: readonly PrologueStep[]
  readonly circumstances: Circumstances
  /** Who plays whom from the beginning. */
  readonly known: ReadonlyMap<string, string>
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

/** By when whatever was created is ready for use. */
const longEnough = 1_800

export async function takeWalk(options: WalkOptions): Promise<Outcome[]> {
  const { entries, server, validatorOf, prologue, circumstances, known } = options
  const outcomes = new Map<string, Outcome>()
  /** The operations before whose first call the world was kept. */
  const saved = new Set<string>()
  const cast = createCast(known)

  const take = async (step: Step, players: Cast): Promise<Answer> => {
    const circumstance = circumstanceOf(step, circumstances)
    const headers = circumstance.by === 'guest' ? { authorization: `Bearer ${server.guest}` } : {}
    return server.face(step.entry, players.recast(requestOf(step, circumstance)), headers)
  }
  const learn = (step: Step, { status, body }: Answer, players: Learning): boolean => players.learn(exampleReplyOf(step, status), body)
  /** @param first the call that had to come first, when it was that one that was refused */
  const note = (step: Step, answer: Answer, first?: Step): void => {
    const earlier = outcomes.get(titleOf(step))
    const now = { status: answer.status, message: `${first ? `${titleOf(first)} comes first: ` : ''}${messageOf(answer)}` }
    // What was refused once and taken another time is good; the first refusal says most.
    const { status, message } = earlier && (succeeded(earlier) || !succeeded(answer)) ? earlier : now
    const findings = checkReply(first?.entry ?? step.entry, answer, validatorOf(step.entry))
    outcomes.set(titleOf(step), {
      operation: step.entry.operation.id,
      example: step.example?.name ?? '',
      status,
      message,
      findings: [...new Set([...(earlier?.findings ?? []), ...findings])],
    })
  }
  /** @returns whether everything that comes first went well */
  const prepare = async (step: Step, players: Cast): Promise<boolean> => {
    for (const before of circumstanceOf(step, circumstances).before ?? []) {
      if (typeof before === 'number') await server.pass(before)
      else if (before in server.errands) players.put((await server.errands[before]?.()) ?? new Map())
      else {
        const first = findStep(before, entries)
        const answer = await take(first, players)
        if (!succeeded(answer)) {
          note(step, answer, first)
          return false
        }
        learn(first, answer, players.renewed())
      }
    }
    return true
  }
  const begin = async (step: Step, plays?: string): Promise<Answer | undefined> => {
    const { id } = step.entry.operation
    if (!saved.has(id)) await server.save(id)
    saved.add(id)
    // What other calls must prepare would leave this world without what they take away.
    const { before = [] } = circumstanceOf(step, circumstances)
    if (before.some((each) => typeof each === 'number' || !(each in server.errands))) return undefined
    await prepare(step, cast)
    const answer = await take(step, cast)
    if (succeeded(answer)) {
      // A thing that is made without an example is none of those that are walked.
      if (step.given?.body === undefined) note(step, answer)
      if (plays === undefined) learn(step, answer, cast)
      else cast.put(new Map([[plays, idOf(answer.body)]]))
      await server.pass(longEnough)
    }
    return answer
  }

  for (const { step: title, plays, ...given } of prologue) {
    const { example, entry } = findStep(title, entries)
    const answer = await begin({ entry, given, ...(given.body === undefined && example && { example }) }, plays)
    if (!answer || !succeeded(answer))
      throw new Error(`The walk cannot begin: ${title} answered ${answer?.status}: ${answer && messageOf(answer)}`)
  }
  const isCreating = ({ operation }: OperationEntry) => operation.effect?.kind === 'creates'
  let pending = entries.filter((entry) => isCreating(entry) && !stepsOf(entry).some((step) => outcomes.has(titleOf(step))))
  for (let isMoving = true; isMoving;) {
    isMoving = false
    for (const entry of pending) {
      const [first] = stepsOf(entry)
      const answer = first && (await begin(first))
      if (answer && succeeded(answer)) isMoving = true
    }
    pending = pending.filter((entry) => !stepsOf(entry).some((step) => outcomes.has(titleOf(step))))
    for (const entry of entries.filter(({ operation }) => operation.method === 'get')) {
      const answer = await take({ entry }, cast)
      if (succeeded(answer) && learn({ entry }, answer, cast)) isMoving = true
    }
  }

  await server.save('everything')
  // What is to be made a second time may be there already: then it is made in the world before the first.
  const worldsOf = (step: Step): string[] => {
    const { worldBefore = step.entry.operation.id } = circumstanceOf(step, circumstances)
    return saved.has(worldBefore) ? ['everything', worldBefore] : ['everything']
  }
  let current = 'everything'
  for (const step of entries.flatMap(stepsOf)) {
    for (const world of worldsOf(step)) {
      if (current !== world) await server.restore(world)
      const players = cast.copy()
      current = 'another'
      if (!(await prepare(step, players))) continue
      const answer = await take(step, players)
      note(step, answer)
      const isUntouched = step.entry.operation.method === 'get' && circumstanceOf(step, circumstances).before === undefined
      if (isUntouched) current = world
      if (succeeded(answer)) break
    }
  }

  await server.restore('everything')
  const depthOf = ({ operation }: OperationEntry) => operation.path.split('/').length
  let deleting = entries
    .filter(({ operation }) => operation.effect?.kind === 'deletes')
    .toSorted((one, other) => depthOf(other) - depthOf(one))
  for (let isMoving = true; isMoving;) {
    const left: OperationEntry[] = []
    for (const entry of deleting) {
      const [step] = stepsOf(entry)
      if (!step) continue
      const answer = await take(step, cast)
      note(step, answer)
      await server.pass(longEnough)
      if (!succeeded(answer)) left.push(entry)
    }
    isMoving = left.length < deleting.length
    deleting = left
  }
  return [...outcomes.values()]
}

/** Of the thing that a reply is about. */
function idOf(body: unknown): string {
  const [thing] = Object.values(body as Readonly<Record<string, unknown>>).flat()
  const { id, uuid } = Object(thing) as Readonly<Record<string, unknown>>
  return String(id ?? uuid ?? thing)
}
