/** Secrets of responses from `asResponse()`, to mask them in errors of their body. */
import type { Sent } from './hide-secrets.ts'

export const sentFor = /* @__PURE__ */ new WeakMap<Response, Sent>()
