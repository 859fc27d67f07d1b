/** One thing that is done to the server, and the only answers that are right. */
import type { Step } from './exchange-bytes.ts'

export interface HostileCase {
  readonly given: string
  readonly send: readonly Step[]
  /** The statuses of the answers, in order. None: the connection may only end. */
  readonly want: readonly number[]
  /** What the last answer says. */
  readonly has?: string
  /** The server ends the connection afterwards: what follows on it cannot be told apart from the rest of what was sent. */
  readonly closes?: boolean
}

/** Written by hand: nothing is added but the token and a host. */
export function write(token: string, line: string, headers: readonly string[] = [], body: string | Uint8Array = ''): Uint8Array {
  const lines = [`${line} HTTP/1.1`, 'Host: 127.0.0.1', `Authorization: Bearer ${token}`, ...headers]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)])
}

/** With its length and as JSON. */
export function formatJson(token: string, line: string, body: string | Uint8Array, headers: readonly string[] = []): Uint8Array {
  return write(token, line, ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`, ...headers], body)
}
