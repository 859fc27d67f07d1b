/** Of answers whose body others read: what their failures must not repeat. */
import type { Sent } from './hide-secrets.ts'

export const sentFor = /* @__PURE__ */ new WeakMap<Response, Sent>()
