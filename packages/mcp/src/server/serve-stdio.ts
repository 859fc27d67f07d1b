/** One client, over standard input and output. */
import { serveStdio as serve } from '@modelcontextprotocol/server/stdio'
import type { ServerFactory } from './create-server.ts'
import { StdioTransport } from './stdio-transport.ts'

/** @param report is told of what cannot be answered to anybody, such as a line that is no message */
export function serveStdio(factory: ServerFactory, report: (problem: string) => void, onEnd: () => void): void {
  serve(() => factory(), { transport: new StdioTransport(factory.findRead, onEnd), onerror: (error) => report(error.message) })
}
