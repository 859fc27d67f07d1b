/** What a call needs that fails or is listened to, as one module to load then: one name in a bundle that is split, and one request in a browser. */
export { explainRequest } from './explain-request.ts'
export { explainToken } from './explain-token.ts'
export { createHttpError } from './http-errors.ts'
export { isUnsent } from './retry/is-unsent.ts'
export { readWait } from './retry/read-wait.ts'
export { tellAttempt } from './tell-attempt.ts'
