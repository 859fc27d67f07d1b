/** Says what is wrong with a body. Loaded when one is not what it is said to be. */
import { CloudError } from './errors.ts'

export function explainBody(operation: string, status: number, cause: unknown): CloudError {
  return new CloudError(`${operation}: ${status}, but the body is not the JSON it is said to be.`, { cause })
}
