/** Process that answers each line of its input with a line of JSON: the response that a sample received. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { ReceivedReply } from '../check-reply.ts'
import type { Environment } from './run-curl.ts'

export interface LineProcess {
  /** @throws Error if the sample received no response, or the process ended */
  readonly run: (line: string) => Promise<ReceivedReply>
  readonly close: () => void
}

interface Line {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly error?: string
}

export function startLineProcess(command: string, args: readonly string[], environment: Environment): LineProcess {
  const child = spawn(command, args, {
    env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  const exit = once(child, 'close').then(([code]) => {
    throw new Error(`${command} ended with code ${String(code)}.`)
  })
  exit.catch(() => undefined)
  return {
    run: async (line) => {
      const response = once(lines, 'line') as Promise<[string]>
      child.stdin.write(`${line}\n`)
      const [text] = await Promise.race([response, exit])
      return parseReply(JSON.parse(text) as Line)
    },
    close: () => child.kill(),
  }
}

function parseReply({ status, headers: fields, body = '', error }: Line): ReceivedReply {
  if (status === undefined) throw new Error(error)
  const headers = new Headers(fields)
  if (body === '') return { status, headers, body: undefined }
  return { status, headers, body: /\bjson\b/.test(headers.get('content-type') ?? '') ? (JSON.parse(body) as unknown) : body }
}
