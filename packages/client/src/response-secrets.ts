/** Secrets of responses from `asResponse()`, to mask them in errors of their body. */
import type { RequestSecrets } from './hide-secrets.ts'

export const responseSecrets = /* @__PURE__ */ new WeakMap<Response, RequestSecrets>()
