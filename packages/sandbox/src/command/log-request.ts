import type { RequestSummary } from '../options.ts'

/** Prints the line of `--log` for a request. */
export function logRequest({ at, status, method, path, operation }: RequestSummary): void {
  console.error(`${new Date(at).toISOString()} ${status} ${method} ${path}${operation === null ? '' : ` (${operation})`}`)
}
