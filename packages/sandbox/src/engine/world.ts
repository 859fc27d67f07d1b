/** What a behaviour has to do with: the state, the time, new ids, the engine and the actions. One for each sandbox. */
import type { Clock } from '../clock/clock.ts'
import type { Store } from '../store/store.ts'
import type { Actions } from './actions.ts'
import type { Engine } from './engine.ts'
import type { Ids } from './ids.ts'

export interface World {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly engine: Engine
  readonly actions: Actions
  readonly settings: Settings
}

export interface Settings {
  /** How long every action and transition takes, when `--action-seconds` says it for all. */
  readonly actionSeconds: number | undefined
}
