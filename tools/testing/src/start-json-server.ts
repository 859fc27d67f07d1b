/** An HTTP server on a free port of 127.0.0.1 that receives JSON. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { type RunningServer, startHttpServer } from './start-http-server.ts'

export type RespondToJson = (response: ServerResponse, body: Readonly<Record<string, unknown>>, request: IncomingMessage) => void

export function startJsonServer(respond: RespondToJson): Promise<RunningServer> {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    respond(response, (await json(request)) as Readonly<Record<string, unknown>>, request)
  }
  return startHttpServer((request, response) => void answer(request, response))
}
