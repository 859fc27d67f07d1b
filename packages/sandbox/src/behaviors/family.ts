/** What a family adds to the generic engine. Every file beside this one that is named after a family exports one. */
import type { DueHandler } from '../clock/run-due.ts'
import type { Behavior } from '../engine/call.ts'
import type { Failure } from '../engine/failure.ts'
import type { World } from '../engine/world.ts'

/** @param failure the 422 that names every field @param query as it was sent */
export type Refusal = (failure: Failure, query: URLSearchParams) => Failure

export interface FamilyBehavior {
  /** By operationId. What is not here is answered by the engine, or by 501. */
  readonly operations?: Readonly<Record<string, Behavior>>
  /** By operationId: what the platform says of parameters or a body that break the schema, where it is not a 422 that names every field. */
  readonly refusals?: Readonly<Record<string, Refusal>>
  /** What falls due later, by the name it was scheduled under: `<family>.<verb>`. */
  readonly due?: Readonly<Record<string, DueHandler>>
  /** What is there from the first day. Runs once, in a transaction, in the order of `families`. */
  readonly seed?: (world: World) => void
}
