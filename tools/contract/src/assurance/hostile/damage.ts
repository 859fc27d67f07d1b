/** Good requests with a few bytes changed: what nobody thought of. */
import type { Random } from '../create-random.ts'
import { write, writeJson } from './hostile-case.ts'

/** What HTTP gives a meaning to. */
const telling = [
  '\r\n',
  '\r',
  '\n',
  ':',
  ' ',
  '\0',
  '%',
  '/',
  '?',
  '#',
  ',',
  ';',
  '"',
  '{',
  '[',
  '0',
  '9',
  'Content-Length: 5\r\n',
  'Transfer-Encoding: chunked\r\n',
  '\r\n\r\n',
  '\xff',
  '..',
] as const

export function damage(token: string, { within, pick, next }: Random): Uint8Array {
  let bytes: Uint8Array = pick([
    () => write(token, 'GET /v2/tags?page=1&per_page=2'),
    () => write(token, 'GET /v2/tags/storefront', ['Accept: application/json', 'Accept-Encoding: gzip, br']),
    () => writeJson(token, 'POST /v2/tags', '{"name":"damaged!"}'),
    () => writeJson(token, 'POST /v2/volumes', '{"name":"damaged","region":"nyc3","size_gigabytes":-1,"tags":["a"]}'),
    () => write(token, 'POST /v2/tags', ['Content-Type: application/json', 'Transfer-Encoding: chunked'], 'c\r\n{"name":"!"}\r\n0\r\n\r\n'),
    () => write(token, 'DELETE /v2/tags/damaged', ['Connection: close']),
  ])()
  for (let changes = within(1, 4); changes > 0; changes -= 1) {
    const at = within(0, bytes.length)
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
    const inserted = Buffer.from(pick(telling), 'latin1')
    const chance = next()
    if (chance < 0.35) bytes = Buffer.concat([before, inserted, after])
    else if (chance < 0.6) bytes = Buffer.concat([before, after.subarray(within(1, 6))])
    else if (chance < 0.85) bytes = Buffer.concat([before, Uint8Array.of(within(0, 255)), after.subarray(1)])
    else bytes = Buffer.concat([before, after.subarray(0, within(1, 30)), after])
  }
  return bytes
}
