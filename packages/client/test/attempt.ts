/** One request through a transport of its own, for tests of what it sends and what comes of it. */
import type { CallOptions } from '../src/call.ts'
import type { ClientOptions } from '../src/configuration.ts'
import type { OperationFacts } from '../src/family-table.ts'
import { createTransport } from '../src/transport.ts'
import type { AnyRequest } from '../src/request-types.ts'
import { type ReceivedRequest, startServer } from './scripted-server.ts'

interface Attempt {
  readonly line?: string
  readonly facts?: OperationFacts
  readonly api?: string
  readonly request?: AnyRequest
  readonly call?: CallOptions
}

/** Sends one request, `GET /v2/things` with a token unless told otherwise. */
export async function attempt(
  options: ClientOptions,
  { line = 'GET /v2/things', facts = {}, api = 'control', request, call }: Attempt = {},
) {
  const [method = '', path = ''] = line.split(' ')
  return createTransport({ token: 't0ken', retry: false, ...options })({ api, method, path, facts }, request, call)
}

/** The same, and what the server was asked. */
export async function getSentRequest(given: Attempt = {}, options: ClientOptions = {}): Promise<ReceivedRequest> {
  const server = await startServer()
  await attempt({ baseUrl: server.url, ...options }, given)
  return server.requests[0]!
}
