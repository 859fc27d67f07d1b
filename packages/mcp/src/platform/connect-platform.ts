/**
 * Sends requests to the control API over kept connections. Redirects are not followed: they could take the token elsewhere.
 * Node's own client and not `fetch`: a call through an agent is one small request, and `fetch` costs more than the rest of it.
 */
import type { AgentOptions } from 'node:http'
import { type Platform, type PlatformAnswer, PlatformError, type PlatformRequest, type SendOptions } from './platform.ts'

export interface ConnectOptions {
  readonly baseUrl: string
  readonly token?: string | undefined
  readonly timeoutMs?: number
  readonly userAgent: string
}

/** Bytes of an answer. */
const largest = 16 * 1024 * 1024

export function connectPlatform({ baseUrl, token, timeoutMs = 60_000, userAgent }: ConnectOptions): Platform {
  const url = new URL(baseUrl)
  const place = { host: url.hostname.replace(/^\[|\]$/g, ''), port: url.port, protocol: url.protocol }
  const prefix = url.pathname.replace(/\/+$/, '')
  let opened: ReturnType<typeof openModule> | undefined

  const sendOnce = ({ method, path, body }: PlatformRequest, { signal, token: given }: SendOptions) =>
    new Promise<PlatformAnswer>((resolve, reject) => {
      const bearer = given ?? token
      const headers: Record<string, string> = { accept: 'application/json', 'user-agent': userAgent }
      if (bearer !== undefined) headers['authorization'] = `Bearer ${bearer}`
      if (body !== undefined) {
        headers['content-type'] = 'application/json'
        headers['content-length'] = String(Buffer.byteLength(body))
      }
      const fail = (what: string, error?: unknown, isUnsent = false) => {
        const { code } = Object(error) as { readonly code?: string }
        reject(new PlatformError(`${what} ${url.host}${code ? ` (${code})` : ''}.`, isUnsent, error))
      }
      opened ??= openModule(url.protocol)
      const { request: open, agent } = opened
      const sent = open({ ...place, agent, method, path: prefix + path, headers, ...(signal && { signal }) }, (response) => {
        const chunks: Buffer[] = []
        let size = 0
        response.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size > largest) {
            fail(`More than ${largest} bytes came from`)
            sent.destroy()
          } else chunks.push(chunk)
        })
        response.on('end', () => {
          clearTimeout(timer)
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString() })
        })
        response.on('error', (error) => {
          clearTimeout(timer)
          fail(`The answer (${response.statusCode}) broke off, from`, error)
        })
      })
      const timer = setTimeout(() => {
        fail(`No complete answer within ${timeoutMs} ms from`)
        sent.destroy()
      }, timeoutMs)
      sent.on('error', (error) => {
        clearTimeout(timer)
        const { code = '' } = error as NodeJS.ErrnoException
        fail('No answer from', error, unreached.has(code))
      })
      sent.end(body)
    })

  return {
    baseUrl,
    token,
    close: () => opened?.agent.destroy(),
    send: async (request, options = {}) => {
      try {
        return await sendOnce(request, options)
      } catch (error) {
        // A kept connection that the other side has just closed; reading once more does no harm.
        const { code } = Object((error as Error).cause) as { readonly code?: string }
        if (request.method === 'GET' && code === 'ECONNRESET' && !options.signal?.aborted) return sendOnce(request, options)
        throw error
      }
    },
  }
}

/** Not by `import`: that reads every name the module has, and two of them load Node's whole `fetch`, a third of the time to start. */
function openModule(protocol: string) {
  const { request, Agent } = protocol === 'https:' ? process.getBuiltinModule('node:https') : process.getBuiltinModule('node:http')
  // From Node 24.5 on, the proxy of the environment is used.
  return { request, agent: new Agent({ keepAlive: true, maxSockets: 64, proxyEnv: process.env } as AgentOptions) }
}

/** Failures of finding or opening a connection. */
const unreached = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT'])
