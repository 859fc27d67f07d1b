/**
 * Sends requests to the control API over kept connections. Redirects are not followed: they could take the token elsewhere.
 * undici's pool and neither `fetch` nor Node's own client: they cost more than the rest of a call.
 */
import type { Dispatcher } from 'undici'
import { type Platform, type PlatformAnswer, PlatformError, type PlatformRequest, type SendOptions } from './platform.ts'

export interface ConnectOptions {
  readonly baseUrl: string
  readonly token?: string | undefined
  readonly timeoutMs?: number
  readonly userAgent: string
}

/** Bytes of an answer. */
const largest = 16 * 1024 * 1024

/** Where requests go, and what each says of who sends it. */
interface Target {
  readonly origin: string
  readonly host: string
  /** What the path of every request begins with. */
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
    // What could not be opened needs no end; its call has said so.
    close: () => void opening?.then((dispatcher) => dispatcher.destroy()).catch(() => {}),
    send: async (request, options = {}) => {
      opened ??= await (opening ??= open(origin))
      try {
        return await sendOnce(opened, target, request, options)
      } catch (error) {
        // A kept connection that the other side has just closed; reading once more does no harm.
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
): Promise<PlatformAnswer> {
  const { host, timeoutMs } = target
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let [size, status] = [0, 0]
    let received: PlatformAnswer['headers'] = {}
    let isOver = false
    let abort = () => {}
    const finish = () => {
      isOver = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
    }
    const fail = (what: string, error?: unknown) => {
      if (isOver) return
      finish()
      const code = parseCode(error)
      reject(new PlatformError(`${what} ${host}${code ? ` (${code})` : ''}.`, unreached.has(code), error))
      abort()
    }
    const leave = () => fail('The call was cancelled, to')
    const timer = setTimeout(() => fail(`No complete answer within ${timeoutMs} ms from`), timeoutMs)
    signal?.addEventListener('abort', leave)
    dispatcher.dispatch(write(target, request, token ?? target.token), {
      onRequestStart: (controller) => {
        abort = () => controller.abort(new Error('The answer is of no use any more.'))
        if (isOver) abort()
      },
      onResponseStart: (_controller, code, all) => {
        status = code
        received = all
      },
      onResponseData: (_controller, chunk) => {
        size += chunk.length
        if (size > largest) fail(`More than ${largest} bytes came from`)
        else chunks.push(chunk)
      },
      onResponseEnd: () => {
        if (isOver) return
        finish()
        const [first] = chunks
        resolve({ status, headers: received, body: chunks.length === 1 && first ? first.toString() : Buffer.concat(chunks).toString() })
      },
      onResponseError: (_controller, error) => fail(status === 0 ? 'No answer from' : `The answer (${status}) broke off, from`, error),
    })
    if (signal?.aborted) leave()
  })
}

function write({ origin, prefix, userAgent }: Target, { method, path, body }: PlatformRequest, token: string | undefined) {
  const headers: Record<string, string> = { accept: 'application/json', 'user-agent': userAgent }
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  return { origin, method: method as Dispatcher.HttpMethod, path: prefix + path, headers, body: body ?? null }
}

/** Only when first needed: the client that waits for the first answer of all needs none of it. The proxy of the environment is not asked for this machine. */
async function open(origin: string): Promise<Dispatcher> {
  // Whoever calls sets how long it waits.
  const options = { connections: 64, headersTimeout: 0, bodyTimeout: 0 }
  if (origin.startsWith('https:') && (process.env['https_proxy'] ?? process.env['HTTPS_PROXY'])) {
    // It needs the rest of undici.
    const { default: undici } = await import('undici')
    return new undici.EnvHttpProxyAgent(options)
  }
  const { default: Pool } = await import('undici/lib/dispatcher/pool.js')
  return new Pool(origin, options)
}

function parseCode(error: unknown): string {
  const { code = '' } = Object(error) as { readonly code?: string }
  // undici's name for a connection that the other side closed.
  return code === 'UND_ERR_SOCKET' ? 'ECONNRESET' : code
}

/** Failures of finding or opening a connection. */
const unreached = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UND_ERR_CONNECT_TIMEOUT',
])
