/** The last requests, as `/_sandbox/requests` shows them: no bodies, no tokens. */
import type { Exchange } from '../http/exchange.ts'
import type { CoreResponse } from '../http/messages.ts'

const most = 1000

export interface Noted {
  readonly request_id: string
  readonly method: string
  readonly path: string
  readonly operation: string | null
  readonly status: number
  readonly at: number
}

export interface RequestLog {
  readonly note: (exchange: Exchange, response: CoreResponse) => void
  /** Newest first. */
  readonly list: () => readonly Noted[]
  readonly clear: () => void
}

/** @param tell is told of each request as well */
export function createRequestLog(now: () => number, tell?: (noted: Noted) => void): RequestLog {
  const ring: Noted[] = []
  let next = 0
  return {
    note: ({ requestId, request, path, operation }, { status }) => {
      if (path.startsWith('/_sandbox')) return
      const noted = { request_id: requestId, method: request.method, path, operation: operation?.id ?? null, status, at: now() }
      ring[next] = noted
      next = (next + 1) % most
      tell?.(noted)
    },
    list: () => [...ring.slice(next), ...ring.slice(0, next)].filter((noted) => noted !== undefined).toReversed(),
    clear: () => {
      ring.length = 0
      next = 0
    },
  }
}
