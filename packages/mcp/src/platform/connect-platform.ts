/**
 * Sends requests to the control API over persistent connections. Redirects are not followed: they could send the token to another host. Uses undici's
 * pool, because `fetch` and Node's HTTP client are slower.
 */
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

/** Destination and credentials of requests. */
interface Target {
  readonly origin: string
  readonly host: string
  /** Prefix of every path. */
  readonly prefix: string
  readonly token: string | undefined
  readonly timeoutMs: number
  readonly userAgent: string
}

export function connectPlatform({ baseUrl, token, timeoutMs = 60_000, userAgent }: ConnectOptions): Platform {
  const { origin, host, pathname } = new URL(baseUrl)
  const target: Target = { origin, host, prefix: pathname.replace(/\/+$/, ''), token, timeoutMs, userAgent }
  let opening: Promise<Dispatcher> | undefined
  let opened: Dispatcher | undefined
  return {
    baseUrl,
    token,
    // A connection that failed to open was already reported by its call.
    close: () => void opening?.then((dispatcher) => dispatcher.destroy()).catch(() => {}),
    send: async (request, options = {}) => {
      opened ??= await (opening ??= openDispatcher(origin))
      try {
        return await sendOnce(opened, target, request, options)
      } catch (error) {
        // The server has just closed an idle connection; a GET is safe to repeat.
        const isStale = parseCode((error as Error).cause) === 'ECONNRESET'
        if (request.method === 'GET' && isStale && !options.signal?.aborted) return sendOnce(opened, target, request, options)
        throw error
      }
    },
  }
}

function sendOnce(
  dispatcher: Dispatcher,
  target: Target,
  request: PlatformRequest,
  { signal, token }: SendOptions,
): Promise<PlatformResponse> {
  const { host, timeoutMs } = target
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let [size, status] = [0, 0]
    let received: PlatformResponse['headers'] = {}
    let isDone = false
    let abort = () => {}
    const finish = () => {
      isDone = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
    }
    const fail = (what: string, error?: unknown) => {
      if (isDone) return
      finish()
      const code = parseCode(error)
      reject(new PlatformError(`${what} ${host}${code ? ` (${describeCode(code)})` : ''}.`, unsentCodes.has(code), error))
      abort()
    }
    const cancel = () => fail('Request canceled, to')
    const timer = setTimeout(() => fail(`No complete response within ${timeoutMs} ms from`), timeoutMs)
    signal?.addEventListener('abort', cancel)
    dispatcher.dispatch(formatDispatch(target, request, token ?? target.token), {
      onRequestStart: (controller) => {
        abort = () => controller.abort(new Error('The response is no longer needed.'))
        if (isDone) abort()
      },
      onResponseStart: (_controller, code, all) => {
        status = code
        received = all
      },
      onResponseData: (_controller, chunk) => {
        size += chunk.length
        if (size > maxResponseBytes) fail(`Response larger than ${maxResponseBytes} bytes from`)
        else chunks.push(chunk)
      },
      onResponseEnd: () => {
        if (isDone) return
        finish()
        const [first] = chunks
        resolve({ status, headers: received, body: chunks.length === 1 && first ? first.toString() : Buffer.concat(chunks).toString() })
      },
      onResponseError: (_controller, error) =>
        fail(status === 0 ? 'No response from' : `The response (${status}) was cut off, from`, error),
    })
    if (signal?.aborted) cancel()
  })
}

function formatDispatch({ origin, prefix, userAgent }: Target, { method, path, body }: PlatformRequest, token: string | undefined) {
  const headers: Record<string, string> = { accept: 'application/json', 'user-agent': userAgent }
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  return { origin, method: method as Dispatcher.HttpMethod, path: prefix + path, headers, body: body ?? null }
}

/** Opens the connection pool when it is first needed, to keep the start fast. Plain HTTP, which is only for this machine, bypasses the proxy. */
async function openDispatcher(origin: string): Promise<Dispatcher> {
  // Each call sets its own timeout.
  const options = { connections: 64, headersTimeout: 0, bodyTimeout: 0 }
  if (origin.startsWith('https:') && (process.env['https_proxy'] ?? process.env['HTTPS_PROXY'])) {
    // The proxy agent needs all of undici.
    const { default: undici } = await import('undici')
    return new undici.EnvHttpProxyAgent(options)
  }
  const { default: Pool } = await import('undici/lib/dispatcher/pool.js')
  return new Pool(origin, options)
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
