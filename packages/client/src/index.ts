export type { Call, CallOptions } from './call.ts'
export type { ClientOptions, Token } from './configuration.ts'
export { createCloud } from './create-cloud.ts'
export {
  BadRequestError,
  CloudError,
  ConfigurationError,
  ConflictError,
  ConnectionError,
  ForbiddenError,
  HttpError,
  NotFoundError,
  PreconditionFailedError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UnauthorizedError,
  UnprocessableEntityError,
} from './errors.ts'
export type { CloudFamilies } from './generated/cloud.ts'
export type { RateLimit } from './rate-limit.ts'
export type { Failed, Succeeded } from './reply.ts'
