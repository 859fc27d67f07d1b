/** A tool server as a process, spoken to line by line without any SDK: what a client costs is the same for all and little. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface ToolServer {
  /** Milliseconds from the start of the process to the answer to `initialize`. */
  readonly startMs: number
  /** @returns the line that came back */
  readonly ask: (method: string, params: object) => Promise<string>
  readonly end: () => Promise<void>
}

const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1.0.0' } }

export interface Command {
  readonly program: string
  readonly args: readonly string[]
}

export async function startToolServer({ program, args }: Command, baseUrl: string): Promise<ToolServer> {
  const env = { PATH: process.env['PATH'], SPINDRIFT_BASE_URL: baseUrl, SPINDRIFT_TOKEN: 'bench' }
  const begun = performance.now()
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const waiting = new Map<number, (line: string) => void>()
  let [rest, last] = ['', 0]
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    rest += chunk
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      // The id is near the end of a line that may be long.
      const id = Number(/"id":(\d+)/.exec(line.slice(-40))?.[1] ?? /"id":(\d+)/.exec(line)?.[1])
      waiting.get(id)?.(line)
      waiting.delete(id)
    }
  })
  const ask = (method: string, params: object) =>
    new Promise<string>((resolve) => {
      last++
      waiting.set(last, resolve)
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: last, method, params })}\n`)
    })
  await ask('initialize', hello)
  const startMs = performance.now() - begun
  child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
  return {
    startMs,
    ask,
    end: async () => {
      const ended = once(child, 'exit')
      child.stdin.end()
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 1000).unref())])
      child.kill('SIGKILL')
      await ended.catch(() => {})
    },
  }
}
