/** Says what is wrong with a body. Loaded when one cannot be read. */
import { CloudError } from './errors.ts'

/** With what was not as it is said to be; without, it was read before. */
export function explainBody(operation: string, wrong?: { readonly status: number; readonly cause: unknown }): CloudError {
  if (!wrong) return new CloudError(`${operation}: the body was read already.`)
  const { status, cause } = wrong
  return new CloudError(`${operation}: ${status}, but the body is not the JSON it is said to be.`, { cause })
}
