/** State of one request, filled in by the steps of the pipeline. */
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
  /** The method to route by: GET for HEAD, whose response has no body. */
  readonly method: string
  readonly path: string
  /** Scheme, host and port for links in replies and pages. */
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
