import type { DerivedKey } from '../auth/passwords.ts'
import type { Reply } from '../engine/request.ts'
import type { Value } from '../engine/values.ts'
import type { Dependencies } from '../dependencies.ts'
import type { controlIds, Controls } from '../generated/controls.ts'

/** A method and a path of the document of the controls. */
export type ControlKey = keyof typeof controlIds

export interface ControlRequest<Key extends ControlKey = ControlKey> {
  readonly path: Controls[Key]['path']
  readonly query: Controls[Key]['query']
  readonly body: Value
  /** Where the sandbox is, as the caller names it. */
  readonly origin: string
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Whether the server ends and answers only what is still under way. */
  readonly isEnding: boolean
  readonly derived?: DerivedKey | undefined
}

export type ControlAnswer<Key extends ControlKey = ControlKey> = (request: ControlRequest<Key>, dependencies: Dependencies) => Reply

/** By method and path. */
export type ControlAnswers = { readonly [Key in ControlKey]: ControlAnswer<Key> }

export function replyJson(value: unknown): Reply {
  return { body: JSON.stringify(value) }
}
