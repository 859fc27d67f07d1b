export type { Call, CallOptions } from './call.ts'
export type { Clock } from './clock.ts'
export type { ClientOptions, Token } from './configuration.ts'
export { type Cloud, createCloud } from './create-cloud.ts'
export { errorCatalog, type ErrorId } from './error-catalog.ts'
export { ReplyTooLargeError } from './limit-reply.ts'
export { CloudError, ConfigurationError, ConnectionError, TimeoutError } from './errors.ts'
export {
  BadRequestError,
  ConflictError,
  ForbiddenError,
  HttpError,
  NotFoundError,
  PreconditionFailedError,
  RateLimitError,
  ServerError,
  UnauthorizedError,
  UnprocessableEntityError,
} from './http-errors.ts'
export type { CloudFamilies } from './generated/cloud.ts'
export { createGovernor, type Governor, type GovernorOptions } from './governor/governor.ts'
export type { Hooks, RequestEvent, ResponseEvent, RetryEvent } from './hooks.ts'
export {
  isBadRequest,
  isConflict,
  isConnectionError,
  isForbidden,
  isLocked,
  isNotFound,
  isRateLimited,
  isRetryable,
  isTimeout,
  isUnauthorized,
  isUnprocessable,
} from './is-error.ts'
export { type PartialReply, StreamInterruptedError } from './inference/stream-error.ts'
export type { ChatStream, EventStream, ImageStream, MessageStream, ResponseStream, TextStream } from './inference/streams.ts'
export { logCalls } from './log-calls.ts'
export type { Items, ListCall, Page } from './pages/list-call.ts'
export type { RateLimit } from './rate-limit.ts'
export type { SuccessReply } from './reply.ts'
export type { RetryOptions } from './retry/retry-options.ts'
export type { ActionCall, ActionCallOptions, StateOperation } from './wait/operations.ts'
export { WaitError, WaitTimeoutError } from './wait/wait-error.ts'
export type { WaitOptions } from './wait/wait-options.ts'
