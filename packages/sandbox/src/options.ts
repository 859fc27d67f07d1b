import type { Noted } from './control/request-log.ts'
import type { Durability } from './store/store.ts'

/** What can be chosen when a sandbox is made. */
export interface SandboxOptions {
  /** The file that keeps the state. Without it, the state is in memory and ends with the process. */
  readonly state?: string
  /**
   * `normal`, the default: every acknowledged write survives the death of the process; a loss of power may take those of the last second
   * or so, and the next start says so. `full`: every acknowledged write is on the disk before it is answered.
   */
  readonly durability?: Durability
  /** Starts with what is there of a state file that lost something, where otherwise the start is refused. What cannot be used is set aside. */
  readonly acceptLoss?: boolean
  /** From which every id and secret follows. A state file keeps the one it was made with. */
  readonly seed?: number | string
  /** `report` counts and says in the headers how much is left, and refuses nothing. */
  readonly rateLimits?: 'on' | 'report' | 'off'
  /** How long every action and state change takes, instead of each its own time. */
  readonly actionSeconds?: number
  /** `real` has the delays that the platform was seen to have: what was deleted, moved or switched off shows that only some seconds later. `none`, the default, has none. */
  readonly lag?: 'real' | 'none'
  /** Origins like `http://localhost:5173` whose pages may use `/_sandbox` from the browser, beside its own page. */
  readonly controlOrigins?: readonly string[]
  /** Checks every reply against the specification and answers 500 to one that breaks it. For the sandbox's own tests: the published package has not what it takes. */
  readonly checkReplies?: boolean
  /** Told of every request to the platform's own paths, once it is answered. */
  readonly onRequest?: (noted: Noted) => void
  /** Told of every failure that is the sandbox's own: the request's id, `due` for what fell due by itself, or `state` for what a state file has lost. Without it they are printed to the standard error. */
  readonly onError?: (error: unknown, requestId: string) => void
}

/** For callers without types. @throws Error naming the option */
export function checkOptions({
  rateLimits = 'on',
  actionSeconds = 0,
  lag = 'none',
  durability = 'normal',
  controlOrigins = [],
}: SandboxOptions): void {
  if (!['on', 'report', 'off'].includes(rateLimits)) throw new Error(`rateLimits is "${rateLimits}"; it must be on, report or off.`)
  if (!(actionSeconds >= 0 && actionSeconds < Infinity)) throw new Error(`actionSeconds is ${actionSeconds}; it must be a number from 0.`)
  if (!['full', 'normal'].includes(durability)) throw new Error(`durability is "${durability}"; it must be full or normal.`)
  if (!['real', 'none'].includes(lag)) throw new Error(`lag is "${lag}"; it must be real or none.`)
  const wrong = controlOrigins.find((origin) => URL.parse(origin)?.origin !== origin)
  if (wrong !== undefined) throw new Error(`controlOrigins has "${wrong}"; each must be an origin like http://localhost:5173.`)
}
