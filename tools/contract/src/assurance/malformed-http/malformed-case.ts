/** Bytes that are sent to the server, and the expected responses. */
import type { SendStep } from './exchange-bytes.ts'

export interface MalformedCase {
  readonly name: string
  readonly steps: readonly SendStep[]
  /** Statuses of the responses in order. Empty: the connection may only end. */
  readonly expectedStatuses: readonly number[]
  /** Text in the last response. */
  readonly expectedText?: string
  /** The server closes the connection, because later bytes would be ambiguous. */
  readonly closesConnection?: boolean
}

/** Formats a request with only the token and a host added. */
export function formatRawRequest(token: string, line: string, headers: readonly string[] = [], body: string | Uint8Array = ''): Uint8Array {
  const lines = [`${line} HTTP/1.1`, 'Host: 127.0.0.1', `Authorization: Bearer ${token}`, ...headers]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)])
}

/** Formats a request with a JSON body and its length. */
export function formatRawJsonRequest(token: string, line: string, body: string | Uint8Array, headers: readonly string[] = []): Uint8Array {
  return formatRawRequest(token, line, ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`, ...headers], body)
}
