import type { DerivedKey } from '../auth/passwords.ts'
import type { Reply } from '../engine/call.ts'
import type { Value } from '../engine/values.ts'
import type { Dependencies } from '../dependencies.ts'

export interface ControlRequest {
  readonly body: Value
  /** Where the sandbox is, as the caller names it. */
  readonly origin: string
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Whether the server ends and answers only what is still under way. */
  readonly isEnding: boolean
  readonly derived?: DerivedKey | undefined
}

export type ControlAnswer = (request: ControlRequest, dependencies: Dependencies) => Reply

/** By method and path. */
export type ControlAnswers = Readonly<Record<string, ControlAnswer>>

export function replyJson(value: unknown): Reply {
  return { body: JSON.stringify(value) }
}
