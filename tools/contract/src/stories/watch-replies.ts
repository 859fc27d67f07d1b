/** Looks at everything that passes between a client and a server: our judge, and what Prism says when it stands between. */
import { checkReply } from '../check-reply.ts'
import type { FindOperation } from './find-operation.ts'
import { readViolations } from './read-violations.ts'

export type Send = (url: string, init: RequestInit) => Promise<Response>

export interface Watcher {
  readonly send: Send
  readonly findings: string[]
  /** The operations that were called. */
  readonly called: Set<string>
  requests: number
}

export interface WatchOptions {
  readonly send?: Send
  readonly findOperation: FindOperation
}

export function watchReplies({ send = fetch, findOperation }: WatchOptions): Watcher {
  const watcher: Watcher = {
    findings: [],
    called: new Set(),
    requests: 0,
    send: async (url, init) => {
      const response = await send(url, { ...init, redirect: 'manual' })
      const { pathname } = new URL(url)
      const { method = 'GET' } = init
      const place = `${method} ${pathname}`
      watcher.requests += 1
      // Documented, so that clients are ready for it, and never right.
      if (response.status >= 500) watcher.findings.push(`${place}: ${response.status}`)
      for (const violation of readViolations(response)) watcher.findings.push(`${place}: Prism says ${violation}`)
      const entry = findOperation(method, pathname)
      if (!entry) {
        watcher.findings.push(`${place}: the specification has no such operation`)
        return response
      }
      watcher.called.add(entry.operation.id)
      const received = { status: response.status, headers: response.headers, body: await readBody(response.clone()) }
      for (const fault of checkReply(entry, received)) watcher.findings.push(`${place} ${response.status}: ${fault}`)
      return response
    },
  }
  return watcher
}

async function readBody(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  const bytes = await response.arrayBuffer()
  if (bytes.byteLength === 0) return undefined
  const text = new TextDecoder().decode(bytes)
  if (type.includes('json')) return JSON.parse(text) as unknown
  return type.startsWith('text/') || type.includes('yaml') ? text : bytes
}
