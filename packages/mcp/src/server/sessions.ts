/**
 * Sessions for clients of the previous protocol version, which need one for confirmations. A session is bound to the token of its first request.
 */
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import type { CreateMcpServer } from './create-server.ts'

export interface Sessions {
  readonly handle: (request: Request, caller: Caller | undefined) => Promise<Response>
  /** Ends sessions without a request for half an hour, and their streams. */
  readonly endIdle: () => void
  readonly close: () => Promise<void>
}

export interface Caller {
  readonly token: string
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport
  readonly token: string | undefined
  usedAt: number
}

/** Above this number, the least recently used session ends. */
const maxSessions = 64
/** Idle time after which a session ends. */
const maxIdleMs = 30 * 60_000

export function createSessions(createMcpServer: CreateMcpServer, maxRequestBodySize: number, now: () => number): Sessions {
  const sessions = new Map<string, Session>()
  const end = (id: string) => {
    const session = sessions.get(id)
    sessions.delete(id)
    return session?.transport.close()
  }
  const endIdle = () => {
    for (const [id, { usedAt }] of sessions) if (now() - usedAt > maxIdleMs) void end(id)
  }
  const endOldest = () => {
    const oldest = [...sessions].toSorted(([, a], [, b]) => a.usedAt - b.usedAt)
    for (const [id] of oldest.slice(0, Math.max(0, oldest.length - maxSessions + 1))) void end(id)
  }
  const start = async (request: Request, caller: Caller | undefined): Promise<Response> => {
    endOldest()
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, { transport, token: caller?.token, usedAt: now() }),
      onsessionclosed: (id) => void sessions.delete(id),
      maxRequestBodySize,
    })
    await createMcpServer(caller).connect(transport)
    const response = await transport.handleRequest(request)
    // The request was not an initialization; the transport has replied with an error.
    if (transport.sessionId === undefined) void transport.close()
    return response
  }
  return {
    handle: async (request, caller) => {
      const id = request.headers.get('mcp-session-id')
      if (id === null) return start(request, caller)
      endIdle()
      const session = sessions.get(id)
      if (!session || session.token !== caller?.token) {
        return Response.json(
          { jsonrpc: '2.0', id: null, error: { code: -32_001, message: 'Session not found. Start a new one.' } },
          { status: 404 },
        )
      }
      session.usedAt = now()
      return session.transport.handleRequest(request)
    },
    endIdle,
    close: async () => {
      await Promise.all([...sessions.keys()].map(end))
    },
  }
}
