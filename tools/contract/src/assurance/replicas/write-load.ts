/** Clients that create, change, delete and read records during faults, and know the expected value of each. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../create-random.ts'
import { type HttpResponse, type SendRequest, type HttpRequest, parseBody } from '../http-client.ts'

/** A domain record. Its value is its TTL; undefined when it does not exist. */
interface RecordEntry {
  readonly name: string
  id?: number
  value: number | undefined
  /** Value of a write without a response; the record is not used again. */
  unconfirmed?: { readonly value: number | undefined }
}

export interface LoadCounts {
  acknowledged: number
  /** Reads that were compared with the expected value. */
  reads: number
  /** Failures that an ordinary retry hides: 503, and broken connections of reads. */
  retried: number
  /** Writes without a response; none is repeated. */
  unanswered: number
}

/** Timeout of a response, and duration of retries. */
const timeoutsMs = { answer: 3000, retries: 60_000 }

/** The load stops after this many findings. */
const maxFindings = 20

export class WriteLoad {
  readonly counts: LoadCounts = { acknowledged: 0, reads: 0, retried: 0, unanswered: 0 }
  /** Faults that clients saw. */
  readonly findings: string[] = []
  readonly #sendRequest: SendRequest
  readonly #random: Random
  readonly #entries = new Map<string, RecordEntry[]>()
  #isStarted = true
  #clients: Promise<unknown> = Promise.resolve()

  constructor(send: SendRequest, random: Random) {
    this.#sendRequest = send
    this.#random = random
  }

  /** @param name unique prefix of the domains of this load */
  async start(name: string, clients: number): Promise<void> {
    const domains = Array.from({ length: clients }, (_each, n) => `${name}-${n}.example`)
    for (const domain of domains) parseBody(await this.#sendRequest({ method: 'POST', path: '/v2/domains', body: { name: domain } }))
    this.#clients = Promise.all(domains.map((domain) => this.#runClient(domain)))
  }

  /** Waits until enough requests were sent, or the load stopped because of findings. */
  async waitForRequests(min: number): Promise<void> {
    while (this.counts.acknowledged + this.counts.reads < min && this.#isRunning()) await sleep(10)
  }

  async stop(): Promise<void> {
    this.#isStarted = false
    await this.#clients
  }

  #isRunning(): boolean {
    return this.#isStarted && this.findings.length < maxFindings
  }

  async #runClient(domain: string): Promise<void> {
    const entries: RecordEntry[] = []
    this.#entries.set(domain, entries)
    const path = `/v2/domains/${domain}/records`
    while (this.#isRunning()) {
      const known = entries.filter(({ id, unconfirmed }) => id !== undefined && !unconfirmed)
      const [first, ...others] = known
      const choice = this.#random.next()
      if (!first || choice < 0.3) await this.#addRecord(path, entries)
      else await this.#useRecord(path, this.#random.pick([first, ...others]), choice)
    }
  }

  async #addRecord(path: string, entries: RecordEntry[]): Promise<void> {
    const entry: RecordEntry = { name: `r${entries.length}`, value: undefined }
    entries.push(entry)
    const ttl = this.#random.integer(30, 9999)
    const response = await this.#write({ method: 'POST', path, body: { type: 'A', name: entry.name, data: '203.0.113.7', ttl } }, 201)
    if (!response) entry.unconfirmed = { value: ttl }
    else if (response.status === 201) {
      entry.id = parseBody<{ domain_record: { id: number } }>(response).domain_record.id
      entry.value = ttl
    }
  }

  /** Reads in half of the cases, from any replica. */
  async #useRecord(path: string, entry: RecordEntry, choice: number): Promise<void> {
    const one = `${path}/${entry.id}`
    if (choice < 0.7 || entry.value === undefined) {
      const response = await this.#send({ method: 'GET', path: one })
      this.counts.reads += 1
      const value = response?.status === 200 ? parseBody<{ domain_record: { ttl: number } }>(response).domain_record.ttl : undefined
      if ((response?.status !== 200 && response?.status !== 404) || value !== entry.value)
        this.findings.push(`GET ${one}: acknowledged ${formatValue(entry.value)}, read ${response?.status} with ${formatValue(value)}`)
      return
    }
    const next = choice < 0.9 ? this.#random.integer(30, 9999) : undefined
    const call = next === undefined ? { method: 'DELETE', path: one } : { method: 'PUT', path: one, body: { type: 'A', ttl: next } }
    const response = await this.#write(call, next === undefined ? 204 : 200)
    if (response) entry.value = next
    else entry.unconfirmed = { value: next }
  }

  /** @returns undefined when the result is unknown */
  async #write(call: HttpRequest, status: number): Promise<HttpResponse | undefined> {
    const response = await this.#send(call)
    if (!response) this.counts.unanswered += 1
    else if (response.status === status) this.counts.acknowledged += 1
    else this.findings.push(`${call.method} ${call.path}: ${response.status} ${response.text.slice(0, 200)}`)
    return response
  }

  /** Retries after 503, when nothing was applied, and retries reads after a broken connection. */
  async #send(call: HttpRequest, send = this.#sendRequest): Promise<HttpResponse | undefined> {
    const until = performance.now() + timeoutsMs.retries
    for (let attempt = 1; performance.now() < until; attempt += 1) {
      const response = await Promise.race([send(call).catch(() => undefined), sleep(timeoutsMs.answer, undefined, { ref: false })])
      const isLost = response === undefined || response.status === 502 || response.status === 504
      if (!isLost && response.status !== 503) return response
      if (isLost && call.method !== 'GET') return undefined
      this.counts.retried += 1
      await sleep(Math.min(1000, 20 * 2 ** attempt) * (0.5 + this.#random.next() / 2))
    }
    this.findings.push(`${call.method} ${call.path}: no response for ${timeoutsMs.retries / 1000} s`)
    return undefined
  }

  /** Compares all records of one replica with the expected values. Returns one line for each lost, repeated or stale write. */
  async compare(name: string, send: SendRequest): Promise<readonly string[]> {
    const faults: string[] = []
    for (const [domain, entries] of this.#entries) {
      const found = Map.groupBy(await this.#list(domain, send), (record) => record.name)
      for (const entry of entries) {
        const values = found.get(entry.name)?.map(({ ttl }) => ttl) ?? []
        const [value] = values
        if (values.length > 1) faults.push(`${name}: ${entry.name} of ${domain} was requested once and exists ${values.length} times`)
        else if (value !== entry.value && !(entry.unconfirmed && value === entry.unconfirmed.value))
          faults.push(`${name}: ${entry.name} of ${domain}: acknowledged ${formatValue(entry.value)}, found ${formatValue(value)}`)
        found.delete(entry.name)
      }
      for (const other of found.keys()) faults.push(`${name}: ${other} of ${domain} exists without a request`)
    }
    return faults
  }

  async #list(domain: string, send: SendRequest): Promise<readonly { readonly name: string; readonly ttl: number }[]> {
    const all: { readonly name: string; readonly type: string; readonly ttl: number }[] = []
    for (let page = 1; ; page += 1) {
      const response = await this.#send({ method: 'GET', path: `/v2/domains/${domain}/records?type=A&per_page=200&page=${page}` }, send)
      const { domain_records: records } = parseBody<{ domain_records: typeof all }>(response ?? { status: 504, headers: {}, text: '' })
      all.push(...records)
      if (records.length < 200) return all
    }
  }
}

function formatValue(value: number | undefined): string {
  return value === undefined ? 'nothing' : String(value)
}
