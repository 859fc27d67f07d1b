/** Callers that ask one thing after the other, each with a pause, and what came of it. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../create-random.ts'
import { type Ask, openConnections } from '../open-connections.ts'
import type { SandboxProcess } from '../start-process.ts'
import type { Span } from './judge-soak.ts'
import { type Kind, kindsOfWork, type Tools } from './kinds-of-work.ts'

const callers = 8

type Timed = { readonly [Name in keyof Span]: number[] }

export class Crowd {
  requests = 0
  strange = 0
  readonly findings: string[] = []
  readonly elapsed: () => number
  readonly #random: Random
  #named = 0

  /** @param elapsed in seconds */
  constructor(random: Random, elapsed: () => number) {
    this.#random = random
    this.elapsed = elapsed
  }

  /** Every caller does what is drawn, one thing after the other, until the time is over. */
  async work(asked: SandboxProcess, seconds: number): Promise<Span> {
    const until = this.elapsed() + seconds
    return this.#with(asked, async (tools) => {
      const caller = async () => {
        while (this.elapsed() < until && asked.isAlive()) await this.#one(draw(this.#random), tools)
      }
      await Promise.all(Array.from({ length: callers }, caller))
    })
  }

  /** One caller does everything once. */
  async doEach(asked: SandboxProcess, kinds: readonly Kind[]): Promise<void> {
    await this.#with(asked, async (tools) => {
      for (const kind of kinds) await this.#one(kind, tools)
    })
  }

  async #with(asked: SandboxProcess, work: (tools: Tools) => Promise<void>): Promise<Span> {
    const { ask, close } = openConnections(asked.url, asked.tokens.full, callers)
    const span: Timed = { reads: [], writes: [] }
    await work({
      url: asked.url,
      credentials: asked,
      random: this.#random,
      name: () => `soak-${(this.#named += 1)}`,
      ask: (call, ...statuses) => this.#ask(ask, call, statuses, span),
    })
    close()
    return span
  }

  async #ask(ask: Ask, call: Parameters<Ask>[0], statuses: readonly number[], span: Timed): ReturnType<Ask> {
    const started = performance.now()
    const answer = await ask(call)
    this.requests += 1
    // What is slow on purpose, and what callers wait for together, is not compared.
    if (call.path.startsWith('/v2/') && call.token === undefined)
      span[call.method === 'GET' ? 'reads' : 'writes'].push(performance.now() - started)
    const isFine = statuses.length === 0 ? answer.status < 500 : statuses.includes(answer.status)
    if (!isFine) throw new Error(`${call.method} ${call.path}: ${answer.status} ${answer.text.slice(0, 200)}`)
    return answer
  }

  async #one(kind: Kind, tools: Tools): Promise<void> {
    try {
      await kind.work(tools)
    } catch (error) {
      this.strange += 1
      if (this.findings.length < 20) this.findings.push(`${kind.name}: ${error instanceof Error ? error.message : String(error)}`)
    }
    await sleep(this.#random.within(5, 15))
  }
}

const all = kindsOfWork.reduce((sum, { weight }) => sum + weight, 0)

function draw(random: Random): Kind {
  let left = random.next() * all
  return kindsOfWork.find(({ weight }) => (left -= weight) < 0) ?? (kindsOfWork[0] as Kind)
}
