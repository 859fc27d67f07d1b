import { Failure } from '../engine/failure.ts'
import type { CoreRequest } from '../http/messages.ts'
import { decodeBody } from '../http/parse-request.ts'
import { listParameters } from './parameters.ts'

export type Form = ReadonlyMap<string, string>

/** Parses a form of the pages. @throws Failure 415 */
export function parseForm(headers: CoreRequest['headers'], body: Uint8Array | undefined): Form {
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded') throw new Failure(415, 'A form is expected here.')
  return new Map(listParameters(decodeBody(body ?? new Uint8Array())).map(({ name, value }) => [name, value]))
}
