/** One client, over standard input and output. */
import { serveStdio as serve, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import type { CreateMcpServer } from './create-server.ts'

/** A longer line ends the connection. */
const maxMessageBytes = 4 * 1024 * 1024

/** @param report is called with what cannot be answered to anybody, such as a line that is no message */
export function serveStdio(createMcpServer: CreateMcpServer, report: (problem: string) => void, onEnd: () => void): void {
  const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: maxMessageBytes })
  const onerror = (error: Error) => report('issues' in error ? 'A line that is no JSON-RPC message was skipped.' : error.message)
  serve(() => createMcpServer(), { transport, onerror })
  const closed = transport.onclose
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's transports have no other
  transport.onclose = () => {
    closed?.()
    onEnd()
  }
}
