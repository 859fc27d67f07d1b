/** Question to the user before a request that changes or deletes something: the request in one line, with masked secrets. */
import type { PlatformRequest } from '../platform/platform.ts'
import { hideSecrets } from '../results/hide-secrets.ts'
import { sanitizeLine } from '../results/sanitize.ts'
import { parseJson } from '../values.ts'

/** @param secrets names of the properties of the body that hold secrets */
export function formatQuestion(name: string, { method, path, body }: PlatformRequest, secrets: readonly string[]): string {
  const details = body === undefined ? '' : ` with ${sanitizeLine(JSON.stringify(hideSecrets(parseJson(body), secrets)), 2000)}`
  return `${name}: ${method} ${sanitizeLine(path, 500)}${details}. Continue?`
}
