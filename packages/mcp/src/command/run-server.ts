/** `spindrift-mcp serve`: serves until the client disconnects or a signal arrives. Standard output is reserved for the protocol. */
import type { Platform } from '../platform/platform.ts'
import { createMask } from '../results/hide-secrets.ts'
import { sanitizeLine } from '../results/sanitize.ts'
import { createServerFactory } from '../server/create-server.ts'
import type { CallReport } from '../server/settings.ts'
import type { Flags } from './flags.ts'
import { openPlatform } from './open-platform.ts'

export async function runServer(flags: Flags): Promise<void> {
  if (flags.audience !== undefined && !flags.http)
    throw new Error('--audience requires --http: over standard input, callers send no tokens.')
  const platform = await openPlatform(flags, process.env)
  try {
    await serve(flags, platform)
  } catch (error) {
    // An open sandbox would keep the process running.
    platform.close()
    throw error
  }
}

async function serve(flags: Flags, platform: Platform): Promise<void> {
  const hide = createMask([platform.token])
  const log = (line: string) => console.error(`spindrift-mcp: ${hide(sanitizeLine(line, 500))}`)
  const createMcpServer = await createServerFactory({
    platform,
    ...flags,
    ...(flags.tools && { tools: flags.tools }),
    forwardsTokens: flags.audience !== undefined,
    now: Date.now,
    ...(flags.log && { onCall: ({ tool, outcome, ms }: CallReport) => log(`${tool} ${outcome} ${ms} ms`) }),
  } as Parameters<typeof createServerFactory>[0])
  if (flags.sandbox) log(`sandbox listening on ${platform.baseUrl}`)
  if (!flags.http) {
    if (process.stdin.isTTY) log('waiting for an MCP client on standard input; add this command to the configuration of your agent')
    const { serveStdio } = await import('../server/serve-stdio.ts')
    serveStdio(createMcpServer, log, platform.close)
    return
  }
  const { serveHttp } = await import('../server/serve-http.ts')
  const running = await serveHttp(createMcpServer, { port: flags.port, forwardsTokens: flags.audience !== undefined, report: log })
  log(`serving ${running.url}`)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      platform.close()
      void running.close().then(() => process.exit())
    })
  }
}
