/** Serves one client over standard input and output. */
import { serveStdio as serve, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import type { CreateMcpServer } from './create-server.ts'

/** Maximum length of a message. A longer line closes the connection. */
const maxMessageBytes = 4 * 1024 * 1024

/** @param report called with problems that cannot be returned to the client, such as an invalid line */
export function serveStdio(createMcpServer: CreateMcpServer, report: (problem: string) => void, onEnd: () => void): void {
  const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: maxMessageBytes })
  const onerror = (error: Error) => report('issues' in error ? 'Skipped a line that is not a JSON-RPC message.' : error.message)
  serve(() => createMcpServer(), { transport, onerror })
  const closed = transport.onclose
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's transports have no addEventListener
  transport.onclose = () => {
    closed?.()
    onEnd()
  }
}
