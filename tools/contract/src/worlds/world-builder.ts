/**
 * Makes the world that the examples of the specification speak of: the fixtures first, then everything that can be created, each as soon as
 * what it speaks of is there. Whoever builds one can call any operation in it, with its preconditions, about things that exist.
 */
import type { OperationEntry } from '../load-specification.ts'
import type { Answer, Face } from '../mock/faces.ts'
import { type Fixture, fixtures, type Happening, standing } from './fixtures.ts'
import { doubles, past, present } from './happenings.ts'
import { IdMap } from './id-map.ts'
import { exampleReplyOf, findStep, messageOf, preconditionOf, requestOf, stepsOf, succeeded, titleOf, type Step } from './steps.ts'
import type { Preconditions } from './preconditions.ts'

/** A server that can be brought back to an earlier state. */
export interface WorldServer {
  readonly face: Face
  readonly save: (name: string) => Promise<void>
  readonly restore: (name: string) => Promise<void>
  readonly advance: (seconds: number) => Promise<void>
  /** The token of another account. */
  readonly guest: string
  /** What happens past the API, by name. @returns what the examples call the things that come of it → what they are called here */
  readonly pastApi: Readonly<Record<string, () => Promise<ReadonlyMap<string, string>>>>
}

export interface WorldOptions {
  readonly entries: readonly OperationEntry[]
  readonly server: WorldServer
  readonly preconditions: Preconditions
  /** The ids that are known from the beginning. */
  readonly known: ReadonlyMap<string, string>
  /** @param first the call that had to come first, when it was that one that was refused */
  readonly onAnswer: (step: Step, answer: Answer, first?: Step) => void
}

/** By when whatever was created is ready for use. */
const longEnough = 1_800

export class WorldBuilder {
  readonly ids: IdMap
  readonly #options: WorldOptions
  /** The operations before whose first call the world was kept. */
  readonly #kept = new Set<string>()
  readonly #made = new Set<string>()

  constructor(options: WorldOptions) {
    this.#options = options
    this.ids = new IdMap(options.known)
  }

  /** Everything, as readers find it. @throws Error when a part of it is refused */
  async createEverything(): Promise<void> {
    await this.createFixtures(fixtures)
    await this.createTheRest(standing)
    await this.letHappen([...doubles, ...past])
    await this.readAll()
    await this.letHappen(present)
    await this.readAll()
  }

  /** @throws Error when one of them is refused */
  async createFixtures(first: readonly Fixture[]): Promise<void> {
    for (const { step: title, exampleId, ...given } of first) {
      const { example, entry } = findStep(title, this.#options.entries)
      const answer = await this.#create({ entry, given, ...(given.body === undefined && example && { example }) }, exampleId)
      if (!answer || !succeeded(answer))
        throw new Error(`The world cannot be made: ${title} answered ${answer?.status}: ${answer && messageOf(answer)}`)
    }
  }

  /** @param usual the examples by which an operation makes what is there, where that is not its first one. Tries what creates, and reads what there is, until nothing more comes of it. */
  async createTheRest(usual: readonly string[]): Promise<void> {
    const { entries } = this.#options
    const chosen = new Map(usual.map((title) => [title.split(':')[0], title]))
    const stepOf = (entry: OperationEntry) => findStep(chosen.get(entry.operation.id) ?? entry.operation.id, entries)
    const isMade = (entry: OperationEntry) => stepsOf(entry).some((step) => this.#made.has(titleOf(step)))
    let pending = entries.filter((entry) => entry.operation.effect?.kind === 'creates' && !isMade(entry))
    for (let isMoving = true; isMoving;) {
      isMoving = false
      for (const entry of pending) {
        const answer = await this.#create(stepOf(entry))
        if (answer && succeeded(answer)) isMoving = true
      }
      pending = pending.filter((entry) => !isMade(entry))
      if (await this.readAll()) isMoving = true
    }
  }

  /** @returns whether an id was learned */
  async readAll(): Promise<boolean> {
    let isNew = false
    for (const entry of this.#options.entries.filter(({ operation }) => operation.method === 'get')) {
      const answer = await this.call({ entry })
      if (succeeded(answer) && this.ids.learn(exampleReplyOf({ entry }, answer.status), answer.body)) isNew = true
    }
    return isNew
  }

  async call(step: Step, ids = this.ids): Promise<Answer> {
    const { server, preconditions } = this.#options
    const precondition = preconditionOf(step, preconditions)
    const headers = (step.given?.by ?? precondition.by) === 'guest' ? { authorization: `Bearer ${server.guest}` } : {}
    return server.face(step.entry, ids.translate(requestOf(step, precondition)), headers)
  }

  /** Does what must have happened before. @returns whether all of it went well */
  async prepare(step: Step, ids = this.ids): Promise<boolean> {
    const { entries, server, preconditions, onAnswer } = this.#options
    for (const before of preconditionOf(step, preconditions).before ?? []) {
      if (typeof before === 'number') await server.advance(before)
      else if (before in server.pastApi) ids.put((await server.pastApi[before]?.()) ?? new Map())
      else {
        const first = findStep(before, entries)
        const answer = await this.call(first, ids)
        if (!succeeded(answer)) {
          onAnswer(step, answer, first)
          return false
        }
        ids.relearn(exampleReplyOf(first, answer.status), answer.body)
      }
    }
    return true
  }

  /** Lets happen what has happened since: calls, what happens past the API, and so many seconds that pass. @throws Error when a call is refused */
  async letHappen(events: readonly Happening[]): Promise<void> {
    const { entries, server, onAnswer } = this.#options
    for (const event of events) {
      if (typeof event === 'number') await server.advance(event)
      else if (typeof event === 'string') this.ids.put((await server.pastApi[event]?.()) ?? new Map())
      else {
        const { step: title, exampleId, ...given } = event
        const { example, entry } = findStep(title, entries)
        const step: Step = { entry, given, ...(given.body === undefined && example && { example }) }
        const answer = await this.call(step)
        if (!succeeded(answer)) throw new Error(`The world cannot go on: ${title} answered ${answer.status}: ${messageOf(answer)}`)
        if (given.body === undefined) onAnswer(step, answer)
        this.#learn(step, answer, exampleId)
      }
    }
  }

  /** Lets whatever was begun come to its end. */
  async settle(): Promise<void> {
    await this.#options.server.advance(longEnough)
  }

  /** The worlds in which a call may succeed: what is made a second time may be there already, and is made before the first. */
  contextsOf(step: Step, whole: string): string[] {
    const { worldBefore = step.entry.operation.id } = preconditionOf(step, this.#options.preconditions)
    return this.#kept.has(worldBefore) ? [whole, worldBefore] : [whole]
  }

  async #create(step: Step, exampleId?: string): Promise<Answer | undefined> {
    const { server, preconditions, onAnswer } = this.#options
    const { id } = step.entry.operation
    if (!this.#kept.has(id)) await server.save(id)
    this.#kept.add(id)
    // What other calls must prepare would leave this world without what they take away.
    const { before = [] } = preconditionOf(step, preconditions)
    if (before.some((each) => typeof each === 'number' || !(each in server.pastApi))) return undefined
    await this.prepare(step)
    const answer = await this.call(step)
    if (!succeeded(answer)) return answer
    // A thing that is made without an example is none of those that are counted.
    if (step.given?.body === undefined) {
      this.#made.add(titleOf(step))
      onAnswer(step, answer)
    }
    this.#learn(step, answer, exampleId)
    await this.settle()
    return answer
  }

  #learn(step: Step, { status, body }: Answer, exampleId?: string): void {
    if (exampleId === undefined) this.ids.learn(exampleReplyOf(step, status), body)
    else this.ids.put(new Map([[exampleId, idOf(body)]]))
  }
}

/** Of the thing that a reply is about. */
function idOf(body: unknown): string {
  const [thing] = Object.values(body as Readonly<Record<string, unknown>>).flat()
  const { id, uuid, ip, ...more } = Object(thing) as Readonly<Record<string, unknown>>
  return String(id ?? uuid ?? ip ?? Object.entries(more).find(([name]) => name.endsWith('uuid'))?.[1] ?? thing)
}
