/** One client, over standard input and output. */
import { serveStdio as serve, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import type { MakeServer } from './create-server.ts'

/** Bytes of one message. A line that goes on beyond it ends the connection. */
const largest = 4 * 1024 * 1024

/** @param report is told of what cannot be answered to anybody, such as a line that is no message */
export function serveStdio(makeServer: MakeServer, report: (problem: string) => void, onEnd: () => void): void {
  const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: largest })
  serve(() => makeServer(), { transport, onerror: (error) => report(error.message) })
  let isOver = false
  const end = () => {
    if (!isOver) onEnd()
    isOver = true
  }
  process.stdin.once('end', end)
  process.stdin.once('close', end)
}
