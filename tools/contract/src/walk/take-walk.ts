/**
 * One walk over every operation, with the requests that the specification gives as examples: first what creates, each as soon as what it
 * speaks of is there; then everything, each call in its own copy of that world; at last what deletes, from the leaves to the roots.
 */
import { checkReply } from '../check-reply.ts'
import type { OperationEntry } from '../load-specification.ts'
import type { Answer, Face } from '../mock/faces.ts'
import type { SchemaValidator } from '../schema-validator.ts'
import { createCast, type Cast } from './cast.ts'
import type { PrologueStep } from './prologue.ts'
import { circumstanceOf, exampleReplyOf, findStep, messageOf, requestOf, stepsOf, succeeded, titleOf, type Circumstances, type Step } from './steps.ts'

/** A server that can be brought back to an earlier state. */
export interface WalkedServer {
  readonly face: Face
  readonly save: (name: string) => Promise<void>
  readonly restore: (name: string) => Promise<void>
  readonly pass: (seconds: number) => Promise<void>
  /** The token of another account. */
  readonly guest: string
  /** What a user does in a browser. @returns what the examples call the things that come of it → what they are called here */
  readonly signIn: () => Promise<ReadonlyMap<string, string>>
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
  const cast = createCast(known)

  const take = async (step: Step, players: Cast): Promise<Answer> => {
    const circumstance = circumstanceOf(step, circumstances)
    const headers = circumstance.by === 'guest' ? { authorization: `Bearer ${server.guest}` } : {}
    return server.face(step.entry, players.recast(requestOf(step, circumstance)), headers)
  }
  const learn = (step: Step, { status, body }: Answer, players: Cast): boolean => players.learn(exampleReplyOf(step, status), body)
  const note = (step: Step, answer: Answer): void => {
    const earlier = outcomes.get(titleOf(step))
    // What was refused once and taken another time is good; the first refusal says most.
    const { status, message } =
      earlier && (succeeded(earlier) || !succeeded(answer)) ? earlier : { status: answer.status, message: messageOf(answer) }
    const findings = new Set([...(earlier?.findings ?? []), ...checkReply(step.entry, answer, validatorOf(step.entry))])
    outcomes.set(titleOf(step), {
      operation: step.entry.operation.id,
      example: step.example?.name ?? '',
      status,
      message,
      findings: [...findings],
    })
  }
  const prepare = async (step: Step, players: Cast): Promise<void> => {
    for (const before of circumstanceOf(step, circumstances).before ?? []) {
      if (typeof before === 'number') await server.pass(before)
      else if (before === 'sign-in') players.put(await server.signIn())
      else {
        const first = findStep(before, entries)
        const answer = await take(first, players)
        if (succeeded(answer)) learn(first, answer, players.renewed())
      }
    }
  }
  const begin = async (step: Step, plays?: string): Promise<Answer> => {
    await server.save(step.entry.operation.id)
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
    const answer = await begin(given.body === undefined && example ? { entry, example, given } : { entry, given }, plays)
    if (!succeeded(answer)) throw new Error(`The walk cannot begin: ${title} answered ${answer.status}: ${messageOf(answer)}`)
  }
  const isCreating = ({ operation }: OperationEntry) => operation.effect?.kind === 'creates'
  let pending = entries.filter((entry) => isCreating(entry) && !stepsOf(entry).some((step) => outcomes.has(titleOf(step))))
  for (let isMoving = true; isMoving;) {
    isMoving = false
    for (const entry of pending) {
      const [first] = stepsOf(entry)
      if (first && succeeded(await begin(first))) isMoving = true
    }
    pending = pending.filter((entry) => !stepsOf(entry).some((step) => outcomes.has(titleOf(step))))
    for (const entry of entries.filter(({ operation }) => operation.method === 'get')) {
      const answer = await take({ entry }, cast)
      if (succeeded(answer) && learn({ entry }, answer, cast)) isMoving = true
    }
  }

  await server.save('everything')
  for (const step of entries.flatMap(stepsOf)) {
    // What is to be made a second time may be there already: then it is made in the world before the first.
    for (const world of isCreating(step.entry) ? ['everything', step.entry.operation.id] : ['everything']) {
      await server.restore(world)
      const players = cast.copy()
      await prepare(step, players)
      const answer = await take(step, players)
      note(step, answer)
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
  const [thing] = Object.values(body as Readonly<Record<string, Readonly<Record<string, unknown>>>>)
  return String(thing?.['id'] ?? thing?.['uuid'])
}
