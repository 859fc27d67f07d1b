/** HTTP server on loopback with scripted responses that records its requests. It stops with the test. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { findFreePort } from '@spindrift/testing/find-free-port'
import { startHttpServer } from '@spindrift/testing/start-http-server'
import { onTestFinished } from 'vitest'

export interface ReceivedRequest {
  readonly method: string
  /** Path and query as sent. */
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface ScriptedServer {
  readonly url: string
  readonly requests: readonly ReceivedRequest[]
}

export type Script = (response: ServerResponse, request: ReceivedRequest) => unknown

export async function startServer(script: Script = sendJson(200, {})): Promise<ScriptedServer> {
  const requests: ReceivedRequest[] = []
  const { url, close } = await startHttpServer((incoming, response) => {
    let body = ''
    incoming.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    incoming.on('end', () => {
      const request = { method: incoming.method ?? '', url: incoming.url ?? '', headers: incoming.headers, body }
      requests.push(request)
      script(response, request)
    })
  })
  onTestFinished(close)
  return { url, requests }
}

export function sendJson(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Script {
  return send(status, JSON.stringify(body), { 'content-type': 'application/json', ...headers })
}

export function send(status: number, body: string | Uint8Array = '', headers: Readonly<Record<string, string>> = {}): Script {
  return (response) => response.writeHead(status, headers).end(body)
}

/** Responds to each request with the next script; the last one repeats. */
export function respondInTurn(...scripts: readonly [Script, ...Script[]]): Script {
  let turn = 0
  return (response, request) => {
    const script = scripts[Math.min(turn, scripts.length - 1)] as Script
    turn += 1
    return script(response, request)
  }
}

/** Never responds. */
export const sendNothing: Script = () => {}

/** Closes the connection before the response. */
export const resetConnection: Script = (response) => response.destroy()

/** Announces 100 bytes, sends a few and closes the connection. */
export function cutBody(status = 200): Script {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': '100' })
    response.write('{"volumes":', () => setTimeout(() => response.destroy(), 10))
  }
}

/** Sends headers and the start of a body, then stalls. */
export const stallBody: Script = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
  response.write('{"volumes":')
}

/** Returns a URL on which nothing listens. */
export const findClosedUrl = async (): Promise<string> => `http://127.0.0.1:${await findFreePort()}`
