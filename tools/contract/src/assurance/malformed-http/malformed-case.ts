/** One thing that is done to the server, and the only answers that are right. */
import type { SendStep } from './exchange-bytes.ts'

export interface MalformedCase {
  readonly name: string
  readonly steps: readonly SendStep[]
  /** The statuses of the answers, in order. None: the connection may only end. */
  readonly expectedStatuses: readonly number[]
  /** What the last answer says. */
  readonly expectedText?: string
  /** The server ends the connection afterwards: what follows on it cannot be told apart from the rest of what was sent. */
  readonly closesConnection?: boolean
}

/** Written by hand: nothing is added but the token and a host. */
export function formatRawRequest(token: string, line: string, headers: readonly string[] = [], body: string | Uint8Array = ''): Uint8Array {
  const lines = [`${line} HTTP/1.1`, 'Host: 127.0.0.1', `Authorization: Bearer ${token}`, ...headers]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)])
}

/** With its length and as JSON. */
export function formatRawJsonRequest(token: string, line: string, body: string | Uint8Array, headers: readonly string[] = []): Uint8Array {
  return formatRawRequest(token, line, ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`, ...headers], body)
}
