/** Sends one request through a new transport. */
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

/** Sends one request; default: `GET /v2/things` with a token. */
export async function attempt(
  options: ClientOptions,
  { line = 'GET /v2/things', facts = {}, api = 'control', request, call }: Attempt = {},
) {
  const [method = '', path = ''] = line.split(' ')
  return createTransport({ token: 't0ken', retry: false, ...options })({ api, method, path, facts }, request, call)
}

/** Sends one request and returns it as the server received it. */
export async function getSentRequest(given: Attempt = {}, options: ClientOptions = {}): Promise<ReceivedRequest> {
  const server = await startServer()
  await attempt({ baseUrl: server.url, ...options }, given)
  return server.requests[0]!
}
