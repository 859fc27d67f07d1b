import type { DerivedKey } from '../auth/passwords.ts'
import type { Reply } from '../engine/request.ts'
import type { Value } from '../engine/values.ts'
import type { Dependencies } from '../dependencies.ts'
import type { controlIds, Controls } from '../generated/controls.ts'

/** Method and path of an operation of the control API. */
export type ControlKey = keyof typeof controlIds

export interface ControlRequest<Key extends ControlKey = ControlKey> {
  readonly path: Controls[Key]['path']
  readonly query: Controls[Key]['query']
  readonly body: Value
  /** Origin of the sandbox in the URL of the request. */
  readonly origin: string
  readonly headers: Readonly<Record<string, string | undefined>>
  /** True while the server shuts down and only finishes running requests. */
  readonly isEnding: boolean
  readonly derived?: DerivedKey | undefined
}

export type ControlHandler<Key extends ControlKey = ControlKey> = (request: ControlRequest<Key>, dependencies: Dependencies) => Reply

/** Handlers by method and path. */
export type ControlHandlers = { readonly [Key in ControlKey]: ControlHandler<Key> }

export function replyJson(value: unknown): Reply {
  return { body: JSON.stringify(value) }
}
