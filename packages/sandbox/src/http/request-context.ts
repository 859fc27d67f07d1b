/** One request on its way through the handlers, and what each of them found out. */
import type { Caller } from '../auth/tokens.ts'
import type { UntypedCall } from '../engine/request.ts'
import type { RateLimitDecision } from '../limits/limiter.ts'
import type { OperationRow } from '../tables/operation-row.ts'
import type { CoreRequest, ConnectionFault } from './messages.ts'
import { parseOrigin } from './parse-origin.ts'
import type { Match } from './router.ts'

export class RequestContext {
  readonly request: CoreRequest
  readonly requestId: string
  /** HEAD is answered as GET, without the body. */
  readonly method: string
  readonly path: string
  /** Scheme, host and port that replies and pages lead to. */
  readonly origin: string
  match: Match | undefined = undefined
  operation: OperationRow | undefined = undefined
  caller: Caller | undefined = undefined
  rateLimit: RateLimitDecision | undefined = undefined
  body: unknown = undefined
  isBodyParsed = false
  call: UntypedCall | undefined = undefined
  fault: ConnectionFault | undefined = undefined

  constructor(request: CoreRequest, requestId: string, origin = parseOrigin(request)) {
    this.request = request
    this.origin = origin
    this.requestId = requestId
    this.method = request.method === 'HEAD' ? 'GET' : request.method
    const at = request.url.indexOf('?')
    this.path = at === -1 ? request.url : request.url.slice(0, at)
  }
}
