/** What a family adds to the generic engine. Every file beside this one that is named after a family exports one. */
import type { DueHandler } from '../clock/run-due.ts'
import type { Behavior } from '../engine/call.ts'
import type { World } from '../engine/world.ts'

export interface FamilyBehavior {
  /** By operationId. What is not here is answered by the engine, or by 501. */
  readonly operations?: Readonly<Record<string, Behavior>>
  /** What falls due later, by the name it was scheduled under: `<family>.<verb>`. */
  readonly due?: Readonly<Record<string, DueHandler>>
  /** What is there from the first day. Runs once, in a transaction, in the order of `families`. */
  readonly seed?: (world: World) => void
}
