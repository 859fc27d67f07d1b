/** Clients that write, change, remove and read without pause while something fails, and know of everything what it must be. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../create-random.ts'
import { type Answer, type Ask, type Call, read } from '../http-client.ts'

/** One record of a domain. A value is its time to live; none is that it is not there. */
interface Entry {
  readonly name: string
  id?: number
  value: number | undefined
  /** What it may be instead, after a request that nobody answered; it is left alone from then on. */
  maybe?: { readonly value: number | undefined }
}

export interface LoadCounts {
  acknowledged: number
  /** Reads that were held against what must be there. */
  reads: number
  /** Failures that a client's ordinary retry hides: 503, and reads whose connection broke. */
  hidden: number
  /** Writes whose connection broke, so that nobody knows; none of them is asked for again. */
  unanswered: number
}

/** How long a client waits for an answer, and how long it tries again. */
const patience = { answer: 3000, retries: 60_000 }

/** So many findings are enough: the load ends with them. */
const maxFindings = 20

export class WriteLoad {
  readonly counts: LoadCounts = { acknowledged: 0, reads: 0, hidden: 0, unanswered: 0 }
  /** Each is something that no client may see. */
  readonly findings: string[] = []
  readonly #ask: Ask
  readonly #random: Random
  readonly #entries = new Map<string, Entry[]>()
  #isOn = true
  #ended: Promise<unknown> = Promise.resolve()

  constructor(ask: Ask, random: Random) {
    this.#ask = ask
    this.#random = random
  }

  /** @param name what the domains of this load begin with; in one state each has another */
  async start(name: string, clients: number): Promise<void> {
    const domains = Array.from({ length: clients }, (_each, n) => `${name}-${n}.example`)
    for (const domain of domains) read(await this.#ask({ method: 'POST', path: '/v2/domains', body: { name: domain } }))
    this.#ended = Promise.all(domains.map((domain) => this.#work(domain)))
  }

  /** Until so much was written and read, however slow the machine is, or until the load ended by what it found. */
  async reach(answers: number): Promise<void> {
    while (this.counts.acknowledged + this.counts.reads < answers && this.#goesOn()) await sleep(10)
  }

  async stop(): Promise<void> {
    this.#isOn = false
    await this.#ended
  }

  #goesOn(): boolean {
    return this.#isOn && this.findings.length < maxFindings
  }

  async #work(domain: string): Promise<void> {
    const entries: Entry[] = []
    this.#entries.set(domain, entries)
    const path = `/v2/domains/${domain}/records`
    while (this.#goesOn()) {
      const known = entries.filter(({ id, maybe }) => id !== undefined && !maybe)
      const [first, ...others] = known
      const draw = this.#random.next()
      if (!first || draw < 0.3) await this.#add(path, entries)
      else await this.#use(path, this.#random.pick([first, ...others]), draw)
    }
  }

  async #add(path: string, entries: Entry[]): Promise<void> {
    const entry: Entry = { name: `r${entries.length}`, value: undefined }
    entries.push(entry)
    const ttl = this.#random.within(30, 9999)
    const answer = await this.#write({ method: 'POST', path, body: { type: 'A', name: entry.name, data: '203.0.113.7', ttl } }, 201)
    if (!answer) entry.maybe = { value: ttl }
    else if (answer.status === 201) {
      entry.id = read<{ domain_record: { id: number } }>(answer).domain_record.id
      entry.value = ttl
    }
  }

  /** Half of them look again at what was done before, by whichever replica. */
  async #use(path: string, entry: Entry, draw: number): Promise<void> {
    const one = `${path}/${entry.id}`
    if (draw < 0.7 || entry.value === undefined) {
      const answer = await this.#send({ method: 'GET', path: one })
      this.counts.reads += 1
      const value = answer?.status === 200 ? read<{ domain_record: { ttl: number } }>(answer).domain_record.ttl : undefined
      if ((answer?.status !== 200 && answer?.status !== 404) || value !== entry.value)
        this.findings.push(`GET ${one}: ${write(entry.value)} was acknowledged, and ${answer?.status} with ${write(value)} read`)
      return
    }
    const next = draw < 0.9 ? this.#random.within(30, 9999) : undefined
    const call = next === undefined ? { method: 'DELETE', path: one } : { method: 'PUT', path: one, body: { type: 'A', ttl: next } }
    const answer = await this.#write(call, next === undefined ? 204 : 200)
    if (answer) entry.value = next
    else entry.maybe = { value: next }
  }

  /** @returns nothing when nobody knows whether it was done */
  async #write(call: Call, status: number): Promise<Answer | undefined> {
    const answer = await this.#send(call)
    if (!answer) this.counts.unanswered += 1
    else if (answer.status === status) this.counts.acknowledged += 1
    else this.findings.push(`${call.method} ${call.path}: ${answer.status} ${answer.text.slice(0, 200)}`)
    return answer
  }

  /** 503 says that nothing was done, so it is asked again; what broke is asked again only if it does nothing. */
  async #send(call: Call, ask = this.#ask): Promise<Answer | undefined> {
    const until = performance.now() + patience.retries
    for (let attempt = 1; performance.now() < until; attempt += 1) {
      const answer = await Promise.race([ask(call).catch(() => undefined), sleep(patience.answer, undefined, { ref: false })])
      const isLost = answer === undefined || answer.status === 502 || answer.status === 504
      if (!isLost && answer.status !== 503) return answer
      if (isLost && call.method !== 'GET') return undefined
      this.counts.hidden += 1
      await sleep(Math.min(1000, 20 * 2 ** attempt) * (0.5 + this.#random.next() / 2))
    }
    this.findings.push(`${call.method} ${call.path}: no answer for ${patience.retries / 1000} s`)
    return undefined
  }

  /** Holds all that there is at one replica against what must be. Each string is something lost, done twice or stale. */
  async compare(name: string, ask: Ask): Promise<readonly string[]> {
    const faults: string[] = []
    for (const [domain, entries] of this.#entries) {
      const found = Map.groupBy(await this.#list(domain, ask), (record) => record.name)
      for (const entry of entries) {
        const values = found.get(entry.name)?.map(({ ttl }) => ttl) ?? []
        const [value] = values
        if (values.length > 1) faults.push(`${name}: ${entry.name} of ${domain} was asked for once and is there ${values.length} times`)
        else if (value !== entry.value && !(entry.maybe && value === entry.maybe.value))
          faults.push(`${name}: ${entry.name} of ${domain}: ${write(entry.value)} was acknowledged, and ${write(value)} found`)
        found.delete(entry.name)
      }
      for (const other of found.keys()) faults.push(`${name}: ${other} of ${domain} is there, and nobody asked for it`)
    }
    return faults
  }

  async #list(domain: string, ask: Ask): Promise<readonly { readonly name: string; readonly ttl: number }[]> {
    const all: { readonly name: string; readonly type: string; readonly ttl: number }[] = []
    for (let page = 1; ; page += 1) {
      const answer = await this.#send({ method: 'GET', path: `/v2/domains/${domain}/records?type=A&per_page=200&page=${page}` }, ask)
      const { domain_records: records } = read<{ domain_records: typeof all }>(answer ?? { status: 504, headers: {}, text: '' })
      all.push(...records)
      if (records.length < 200) return all
    }
  }
}

function write(value: number | undefined): string {
  return value === undefined ? 'nothing' : String(value)
}
