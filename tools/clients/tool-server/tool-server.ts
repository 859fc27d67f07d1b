/** Starts the tool server in a process: JSON-RPC over standard streams, one message per line. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface ToolResult {
  readonly text: string
  readonly failed: boolean
}

export interface ToolServer {
  readonly listTools: () => Promise<readonly string[]>
  readonly call: (tool: string, values: Readonly<Record<string, unknown>>) => Promise<ToolResult>
  readonly close: () => Promise<void>
}

interface Message {
  readonly id?: number
  readonly error?: { readonly message: string }
  readonly result?: {
    readonly tools?: readonly { readonly name: string }[]
    readonly nextCursor?: string
    readonly content?: readonly { readonly text?: string }[]
    readonly isError?: boolean
  }
}

const maxSeconds = 30

// A proxy address without a server: loopback is not proxied, and other hosts are unreachable.
const unreachable = 'http://127.0.0.1:9'
const unreachableProxies = { HTTP_PROXY: unreachable, HTTPS_PROXY: unreachable }

export async function startToolServer(
  command: string,
  platform: { readonly url: string; readonly token: string },
  environment: Readonly<Record<string, string>> = {},
): Promise<ToolServer> {
  const flags = ['-digitalocean-api-endpoint', platform.url, '-digitalocean-api-token', platform.token, '-log-level', 'error']
  const child = spawn(command, flags, {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...unreachableProxies, ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const waiting = new Map<number, (message: Message) => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!line.startsWith('{')) return
    const message = JSON.parse(line) as Message
    if (message.id !== undefined) waiting.get(message.id)?.(message)
  })
  const send = (message: Readonly<Record<string, unknown>>) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  let lastId = 0
  const sendRequest = async (method: string, params: Readonly<Record<string, unknown>>): Promise<Message> => {
    const id = ++lastId
    try {
      return await new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`${method} got no response in ${maxSeconds} s`)), maxSeconds * 1000)
        waiting.set(id, (message) => {
          clearTimeout(timer)
          resolve(message)
        })
        send({ id, method, params })
      })
    } finally {
      waiting.delete(id)
    }
  }
  await sendRequest('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'clients', version: '1' } })
  send({ method: 'notifications/initialized' })
  return {
    listTools: async () => {
      const names: string[] = []
      let cursor: string | undefined
      do {
        const { result } = await sendRequest('tools/list', cursor === undefined ? {} : { cursor })
        names.push(...(result?.tools ?? []).map(({ name }) => name))
        cursor = result?.nextCursor
      } while (cursor !== undefined)
      return names
    },
    call: async (tool, values) => {
      const { error, result } = await sendRequest('tools/call', { name: tool, arguments: values })
      const text = error?.message ?? (result?.content ?? []).map((content) => content.text ?? '').join('\n')
      return { text, failed: error !== undefined || result?.isError === true }
    },
    close: async () => {
      child.kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
    },
  }
}
