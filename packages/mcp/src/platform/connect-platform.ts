/** Sends requests to the control API over persistent connections. Redirects are not followed: they could send the token to another host. */
import { getSystemErrorMap } from 'node:util'
import type { Dispatcher } from 'undici'
import { type Platform, type PlatformResponse, PlatformError, type PlatformRequest, type SendOptions } from './platform.ts'

export interface ConnectOptions {
  readonly baseUrl: string
  readonly token?: string | undefined
  readonly timeoutMs?: number
  readonly userAgent: string
}

const maxResponseBytes = 16 * 1024 * 1024

export function connectPlatform({ baseUrl, token, timeoutMs = 60_000, userAgent }: ConnectOptions): Platform {
  const { origin, host, pathname } = new URL(baseUrl)
  const prefix = pathname.replace(/\/+$/, '')
  let opening: Promise<Dispatcher> | undefined

  const sendOnce = async ({ method, path, body }: PlatformRequest, options: SendOptions): Promise<PlatformResponse> => {
    const bearer = options.token ?? token
    const headers = {
      accept: 'application/json',
      'user-agent': userAgent,
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
    let status = 0
    try {
      const dispatcher = await (opening ??= openDispatcher(origin))
      const request = { origin, path: prefix + path, method: method as Dispatcher.HttpMethod, headers, body: body ?? null, signal }
      const response = await dispatcher.request(request)
      status = response.statusCode
      return { status, headers: response.headers, body: await collectText(response.body) }
    } catch (error) {
      throw explainFailure(error)
    }

    function explainFailure(error: unknown): unknown {
      const fail = (problem: string, code = '') =>
        new PlatformError(`${problem} ${host}${code && ` (${describeCode(code)})`}.`, unsentCodes.has(code), error)
      if (options.signal?.aborted) return fail('Request canceled, to')
      if (timeout.aborted) return fail(`No complete response within ${timeoutMs} ms from`)
      if (error instanceof RangeError) return fail(`Response larger than ${maxResponseBytes} bytes from`)
      return fail(status === 0 ? 'No response from' : `The response (${status}) was cut off, from`, parseCode(error))
    }
  }

  return {
    baseUrl,
    token,
    close: () => void opening?.then((dispatcher) => dispatcher.destroy()),
    send: async (request, options = {}) => {
      try {
        return await sendOnce(request, options)
      } catch (error) {
        // The server has just closed an idle connection; a GET is safe to repeat.
        const isStale = parseCode((error as Error).cause) === 'ECONNRESET'
        if (request.method === 'GET' && isStale && !options.signal?.aborted) return sendOnce(request, options)
        throw error
      }
    },
  }
}

/** @throws RangeError for a body that is too large; it is not read to its end */
async function collectText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxResponseBytes) throw new RangeError('The response is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** Opens the connections when they are first needed, to keep the start fast. Plain HTTP, which is only for this machine, bypasses the proxy. */
async function openDispatcher(origin: string): Promise<Dispatcher> {
  // The bundle exports what CommonJS exports as the default only.
  const { default: undici } = await import('undici')
  const { Agent, EnvHttpProxyAgent } = undici
  // Each call sets its own timeout.
  const options = { connections: 64, headersTimeout: 0, bodyTimeout: 0 }
  return origin.startsWith('https:') ? new EnvHttpProxyAgent(options) : new Agent(options)
}

function parseCode(error: unknown): string {
  const { code = '' } = Object(error) as { readonly code?: string }
  // undici's code for a connection closed by the server.
  return code === 'UND_ERR_SOCKET' ? 'ECONNRESET' : code
}

/** Error codes that prove that nothing was sent. */
const unsentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Describes an error code in words, such as "connection refused". Returns codes that the system does not know, such as those of TLS. */
function describeCode(code: string): string {
  const entry = [...getSystemErrorMap().values()].find(([name]) => name === code)
  return entry?.[1] ?? code
}
