/**
 * Prism as a second judge. Its proxy checks requests and replies that pass through it, and a sandbox in this process has no port: each request
 * is repeated through the proxy to a server that returns the reply of the sandbox.
 */
import { startProxy } from '@spindrift/mock'
import { sendResponse, startHttpServer } from '@spindrift/testing/start-http-server'
import type { OperationEntry } from '../load-specification.ts'

/** Changes a reply, given its request. */
export type RewriteResponse = (response: Response, request: InterceptedRequest) => Response | Promise<Response>

interface InterceptedRequest {
  readonly url: string
  readonly method: string
  readonly init: RequestInit
}

interface Violation {
  readonly location?: readonly string[]
  readonly message?: string
}

export interface PrismChecker extends AsyncDisposable {
  /** Checks a reply of one of the operations, and returns every reply unchanged. */
  readonly change: RewriteResponse
  readonly findings: ReadonlySet<string>
  /** Different pairs of request and reply. */
  readonly checked: ReadonlySet<string>
}

/** @param before changes replies before they are checked */
export async function startPrismChecker(before: RewriteResponse, entries: readonly OperationEntry[]): Promise<PrismChecker> {
  const routes = entries.map(({ operation: { method, path } }) => ({
    method: method.toUpperCase(),
    path: new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
  }))
  let reply = new Response()
  const repeater = await startHttpServer((_request, response) => void sendResponse(reply, response))
  const proxy = await startProxy({ upstream: repeater.url, port: 0 })
  const findings = new Set<string>()
  const checked = new Set<string>()
  const change: RewriteResponse = async (original, request) => {
    const response = await before(original, request)
    const { pathname, search } = new URL(request.url)
    if (!routes.some(({ method, path }) => method === request.method && path.test(pathname))) return response
    const key = [request.method, request.url, request.init.body, response.status, await response.clone().text()].join(' ')
    if (checked.has(key)) return response
    checked.add(key)
    reply = response.clone()
    const seen = await fetch(`${proxy.url}${pathname}${search}`, { ...request.init, redirect: 'manual' })
    await seen.arrayBuffer()
    for (const violation of listViolations(seen)) findings.add(`${request.method} ${pathname} ${seen.status}: Prism says ${violation}`)
    if (seen.status !== response.status) findings.add(`${request.method} ${pathname}: Prism changed ${response.status} to ${seen.status}`)
    return response
  }
  const close = async () => {
    await proxy.close()
    await repeater.close()
  }
  return { change, findings, checked, [Symbol.asyncDispose]: close }
}

/** Violations that Prism reports in a header. A faulty request that was refused is no fault of the server. */
function listViolations({ status, headers }: Response): string[] {
  const violations = JSON.parse(headers.get('sl-violations') ?? '[]') as Violation[]
  return violations
    .filter(({ location = [] }) => status < 400 || location[0] !== 'request')
    .map(({ location = [], message = '' }) => `${location.join('.')}: ${message}`)
}
