/** Starts a tool server in a process and sends it JSON lines without an SDK, to keep the cost of the client low and equal. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface ToolServer {
  /** Milliseconds from process start to the response to `initialize`. */
  readonly startMs: number
  /** @returns the line of the response */
  readonly sendRequest: (method: string, params: object) => Promise<string>
  readonly stop: () => Promise<void>
}

const initializeParams = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1.0.0' } }

export interface Command {
  readonly program: string
  readonly args: readonly string[]
}

export async function startToolServer({ program, args }: Command, baseUrl: string): Promise<ToolServer> {
  const env = { PATH: process.env['PATH'], SPINDRIFT_BASE_URL: baseUrl, SPINDRIFT_TOKEN: 'bench' }
  const startedAt = performance.now()
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const waiting = new Map<number, (line: string) => void>()
  let [buffered, lastId] = ['', 0]
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    buffered += chunk
    const lines = buffered.split('\n')
    buffered = lines.pop() ?? ''
    for (const line of lines) {
      // Searches the end of the line first, as lines may be long.
      const id = Number(/"id":(\d+)/.exec(line.slice(-40))?.[1] ?? /"id":(\d+)/.exec(line)?.[1])
      waiting.get(id)?.(line)
      waiting.delete(id)
    }
  })
  const sendRequest = (method: string, params: object) =>
    new Promise<string>((resolve) => {
      lastId++
      waiting.set(lastId, resolve)
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params })}\n`)
    })
  await sendRequest('initialize', initializeParams)
  const startMs = performance.now() - startedAt
  child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
  return {
    startMs,
    sendRequest,
    stop: async () => {
      const exit = once(child, 'exit')
      child.stdin.end()
      await Promise.race([exit, new Promise((resolve) => setTimeout(resolve, 1000).unref())])
      child.kill('SIGKILL')
      await exit.catch(() => {})
    },
  }
}
