/** The service: checks all alerts as the clock of the sandbox moves, and sends their notifications. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Resource, ResourceChange, Service, ServiceContext, ServiceEndpoints } from '@spindrift/sandbox'
import { MessageStore, type SmtpInbox, startInbox, type StoredMessage } from './inbox.ts'
import { alertKinds, eventKinds, formatKey, listEventAlerts, listWatches } from './list-watches.ts'
import { Sender } from './send.ts'
import { type AlertEvent, checkWatch, type WatchState } from './watch.ts'

const usualPort = 4025
const fileName = 'notifications.json'
const minute = 60_000
/** Real time between two looks at the clock when no requests come. */
const pollMs = 10_000

interface SavedData {
  readonly since: number
  readonly changed: readonly (readonly [string, number])[]
  readonly states: readonly (readonly [string, WatchState])[]
  readonly messages: readonly StoredMessage[]
}

/** Creates the service for `startSandbox({ services: [createService()] })`. */
export function createService(): Service {
  return new NotificationsService()
}

class NotificationsService implements Service {
  readonly name = 'notifications'
  readonly kinds = [...alertKinds, ...eventKinds, 'UptimeCheck']
  readonly inbox = {
    list: () => this.#messages.list(),
    clear: () => {
      this.#messages.replace([])
      this.#save()
    },
  }
  readonly #messages = new MessageStore()
  #context: ServiceContext | undefined
  #smtp: SmtpInbox | undefined
  #sender: Sender | undefined
  #timer: NodeJS.Timeout | undefined
  #tail: Promise<void> = Promise.resolve()
  /** Time since which alerts are checked, unless they changed later. */
  #since = 0
  #checkedAt = 0
  #changed = new Map<string, number>()
  #states = new Map<string, WatchState>()

  async start(context: ServiceContext): Promise<ServiceEndpoints> {
    const { host, choosePort, onError, now, folder, allowNotify } = context
    this.#context = context
    this.#load(folder)
    const record = (message: Omit<StoredMessage, 'id'>) => this.#messages.add(message)
    this.#smtp = await startInbox(host, choosePort(usualPort), record, context)
    const log = (line: string) => console.error(`notifications: ${line}`)
    this.#sender = new Sender({ allowedHosts: allowNotify, faults: context, record, log })
    this.#checkedAt = now()
    const poll = async () => {
      await context.runPendingJobs()
      await this.advance()
    }
    this.#timer = setInterval(() => void poll().catch(onError), pollMs).unref()
    const address = `127.0.0.1:${this.#smtp.port}`
    return { urls: { smtp: `smtp://${address}` }, environment: { SPINDRIFT_SMTP_SERVER: address } }
  }

  applyChanges(changes: readonly ResourceChange[]): Promise<void> {
    return this.#enqueue(async () => {
      const context = this.#require()
      for (const { before, after } of changes) {
        const key = formatKey((after ?? before) as Resource)
        // A deleted check or app stands for its alerts too.
        if (!after || isAlert(after)) this.#forget(key)
        if (after && isAlert(after)) this.#changed.set(key, context.now())
        if (after) for (const alert of listEventAlerts(context, after, before)) await this.#sender?.send(alert)
      }
    })
  }

  /** Checks all alerts, at most once in a minute of the sandbox's clock. */
  async advance(): Promise<void> {
    const passedMs = this.#require().now() - this.#checkedAt
    if (passedMs < 0 || passedMs >= minute) await this.#enqueue(() => this.#check())
  }

  snapshot(folder: string): void {
    writeFileSync(join(folder, fileName), this.#serialize())
  }

  restore(folder: string): Promise<void> {
    return this.reset(folder)
  }

  /** @param folder has the data of a snapshot */
  reset(folder?: string): Promise<void> {
    return this.#enqueue(() => {
      this.#restartAll(this.#require().now())
      this.#messages.replace([])
      this.#load(folder)
    })
  }

  removeAccount(account: string): Promise<void> {
    return this.#enqueue(() => {
      this.#messages.removeAccount(account)
      this.#forget(`${account}/`)
    })
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    const smtp = this.#smtp
    this.#smtp = undefined
    await smtp?.close()
    // Saves the mail that arrived since the last change.
    if (smtp) await this.#enqueue(() => {})
  }

  /** Runs work after the earlier ones, and saves the data. */
  #enqueue(work: () => Promise<void> | void): Promise<void> {
    const completion = this.#tail.then(work).then(() => this.#save())
    this.#tail = completion.catch(() => {})
    return completion
  }

  async #check(): Promise<void> {
    const context = this.#require()
    const now = context.now()
    // The clock was set back.
    if (now < this.#checkedAt) this.#restartAll(now)
    this.#checkedAt = now
    const events: AlertEvent[] = []
    const states = new Map<string, WatchState>()
    for (const watch of listWatches(context)) {
      const alert = watch.key.slice(0, watch.key.lastIndexOf('/') + 1)
      const until = this.#changed.get(alert) ?? this.#since
      const checked = checkWatch(watch, this.#states.get(watch.key) ?? { until, beyondSince: null, isFiring: false }, now)
      states.set(watch.key, checked.state)
      events.push(...checked.events)
    }
    this.#states = states
    for (const event of events.toSorted((a, b) => a.at - b.at)) await this.#notify(event)
  }

  async #notify({ watch, at, state, value }: AlertEvent): Promise<void> {
    const text = `${watch.details}.\nState: ${state}\nValue: ${value}\nTime: ${new Date(at).toISOString()}\n`
    await this.#sender?.send({ ...watch, at, subject: `${state === 'firing' ? 'Firing' : 'Recovered'}: ${watch.subject}`, text })
  }

  /** Removes what was measured for alerts that were changed or deleted. @param prefix start of their keys */
  #forget(prefix: string): void {
    for (const map of [this.#changed, this.#states]) for (const key of map.keys()) if (key.startsWith(prefix)) map.delete(key)
  }

  #restartAll(now: number): void {
    this.#since = now
    this.#checkedAt = now
    this.#changed = new Map()
    this.#states = new Map()
  }

  #require(): ServiceContext {
    if (!this.#context) throw new Error('The service is not started.')
    return this.#context
  }

  #serialize(): string {
    const data: SavedData = {
      since: this.#since,
      changed: [...this.#changed],
      states: [...this.#states],
      messages: this.#messages.all,
    }
    return JSON.stringify(data)
  }

  #load(folder: string | undefined): void {
    const file = join(folder ?? '', fileName)
    this.#since = this.#require().now()
    if (folder === undefined || !existsSync(file)) return
    // Only the service writes the file.
    const { since, changed, states, messages } = JSON.parse(readFileSync(file, 'utf8')) as SavedData
    this.#since = since
    this.#changed = new Map(changed)
    this.#states = new Map(states)
    this.#messages.replace(messages)
  }

  #save(): void {
    const { folder } = this.#require()
    if (folder === undefined) return
    const file = join(folder, fileName)
    writeFileSync(`${file}.new`, this.#serialize())
    renameSync(`${file}.new`, file)
  }
}

function isAlert({ kind }: Resource): boolean {
  return alertKinds.some((each) => each === kind)
}
