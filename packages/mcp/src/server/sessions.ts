/**
 * Clients of the protocol's version before the current one keep a session: only in one can the server ask them something. A session
 * belongs to the token it began with.
 */
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import type { CreateMcpServer } from './create-server.ts'

export interface Sessions {
  readonly answer: (request: Request, caller: Caller | undefined) => Promise<Response>
  /** Ends those that nobody used for half an hour, and what they stream. */
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

/** The one that was not used for longest goes when there are more. */
const maxSessions = 64
/** Milliseconds without a request after which a session ends. */
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
  const createRoom = () => {
    const oldest = [...sessions].toSorted(([, a], [, b]) => a.usedAt - b.usedAt)
    for (const [id] of oldest.slice(0, Math.max(0, oldest.length - maxSessions + 1))) void end(id)
  }
  const begin = async (request: Request, caller: Caller | undefined): Promise<Response> => {
    createRoom()
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, { transport, token: caller?.token, usedAt: now() }),
      onsessionclosed: (id) => void sessions.delete(id),
      maxRequestBodySize,
    })
    await createMcpServer(caller).connect(transport)
    const response = await transport.handleRequest(request)
    // It did not ask to begin one, and was told so.
    if (transport.sessionId === undefined) void transport.close()
    return response
  }
  return {
    answer: async (request, caller) => {
      const id = request.headers.get('mcp-session-id')
      if (id === null) return begin(request, caller)
      endIdle()
      const session = sessions.get(id)
      if (!session || session.token !== caller?.token) {
        return Response.json(
          { jsonrpc: '2.0', id: null, error: { code: -32_001, message: 'There is no such session. Begin another.' } },
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
