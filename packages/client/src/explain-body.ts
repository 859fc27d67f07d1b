/** Error for a body that cannot be read. Loaded only when needed. */
import { CloudError } from './errors.ts'

/** Creates the error: with `wrong` for invalid JSON, without it for a body that was already read. */
export function explainBody(line: string, wrong?: { readonly status: number; readonly cause: unknown }): CloudError {
  if (!wrong) return new CloudError(`${line}: the body was already read.`)
  const { status, cause } = wrong
  return new CloudError(`${line}: ${status}, but the body is not valid JSON.`, { cause })
}
