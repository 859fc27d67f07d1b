/** What a behavior has to do with: the state, the time, new ids, the engine and the actions. One for each account. */
import type { Tokens } from '../auth/tokens.ts'
import type { User } from '../auth/users.ts'
import type { Clock } from '../clock/clock.ts'
import type { Inspection } from '../store/inspection.ts'
import type { Store } from '../store/store.ts'
import type { Actions } from './actions.ts'
import type { Engine } from './engine.ts'
import type { Ids } from './ids.ts'

export interface World {
  /** The account's own part of the state. */
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly engine: Engine
  readonly actions: Actions
  readonly settings: Settings
  /** Whose account this is. */
  readonly owner: User
  readonly platform: Platform
}

/** What belongs to no account. */
export interface Platform {
  /** The whole state, where users, applications and tokens are. */
  readonly store: Store
  readonly inspection: Inspection
  readonly clock: Clock
  readonly ids: Ids
  readonly tokens: Tokens
  readonly worldOf: (account: string) => World
  /** Whether an operation fails for as long as a fault is in place that was asked for. */
  readonly isDown: (operation: string) => boolean
  /** A secret of the server itself, which follows from the seed. */
  readonly secret: (name: string) => string
  /** One that what is stored was made with: where the first day was made beforehand, it is the same in every sandbox. */
  readonly keptSecret: (name: string) => string
}

export interface Settings {
  /** How long every action and transition takes, when `--action-seconds` says it for all. */
  readonly actionSeconds: number | undefined
  /** Whether what was done is seen everywhere only after a while, see `lag.ts`. */
  readonly lag: 'real' | 'none'
}
