/** Runs Prism's HTTP server in this process, on loopback. */
import { createLogger } from '@stoplight/prism-core'
import { createServer } from '@stoplight/prism-http-server'
import { replyToBadJson } from './reply-to-bad-json.ts'
import { explainViolations } from './explain-violations.ts'
import { extendKeepAlive } from './extend-keep-alive.ts'
import { narrowRoutes } from './narrow-routes.ts'
import { openDocument } from './open-document.ts'
import { host, ownDocument, type MockOptions } from './options.ts'
import { toPrismConfig } from './prism-config.ts'
import { showHomePage } from './show-home-page.ts'

export interface RunningServer extends AsyncDisposable {
  /** URL without a trailing slash: `http://127.0.0.1:4010`. */
  readonly url: string
  readonly port: number
  /** Stops the server and closes open connections. Idempotent. */
  close(): Promise<void>
}

export async function serve(
  options: MockOptions & { readonly port: number; readonly cors: boolean; readonly upstream?: URL },
): Promise<RunningServer> {
  const document = await openDocument(options.document ?? ownDocument)
  const config = toPrismConfig(options)
  // Starts without operations; `narrowRoutes` adds the matching ones for each request.
  const server = createServer([], { cors: options.cors, config, components: { logger: createMessageLogger(options.onMessage) } })
  narrowRoutes(server.prism, document)
  explainViolations(server.prism)
  showHomePage(server.prism)
  const url = await server.listen(options.port, host).catch((cause: unknown) => {
    throw describeListenError(options.port, cause)
  })
  const port = Number(new URL(url).port)
  const stops = [replyToBadJson({ prism: server.prism, config, port }), extendKeepAlive(port)]
  let closed: Promise<void> | undefined
  const close = (): Promise<void> => {
    for (const stop of stops) stop()
    return (closed ??= server.close())
  }
  return { url, port, close, [Symbol.asyncDispose]: close }
}

function createMessageLogger(onMessage: MockOptions['onMessage']): ReturnType<typeof createLogger> {
  if (!onMessage) return createLogger('mock', { level: 'silent' })
  const write = (line: string): void => {
    const { msg, name } = JSON.parse(line) as { msg?: string; name?: string }
    // The validator and the server both report violations of requests; only the server says where.
    if (msg && (name !== 'VALIDATOR' || msg.startsWith('Violation: '))) onMessage(msg)
  }
  return createLogger('mock', { level: 'warn' }, { write })
}

/** Converts a listen error of Prism, which rejects with a string instead of an error. */
function describeListenError(port: number, cause: unknown): Error {
  const text = cause instanceof Error ? cause.message : String(cause)
  if (text.includes('EADDRINUSE'))
    return new Error(`Port ${port} is in use. Choose another with --port, or 0 for any that is free.`, { cause })
  if (text.includes('EACCES'))
    return new Error(`Port ${port} needs privileges that this user does not have. Choose one above 1023 with --port.`, { cause })
  return new Error(`Cannot listen on ${host}:${port}: ${text}`, { cause })
}
