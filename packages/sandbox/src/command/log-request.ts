import type { RequestSummary } from '../options.ts'

/** A line of the log that `--log` asks for. */
export function recordRequest({ at, status, method, path, operation }: RequestSummary): void {
  console.error(`${new Date(at).toISOString()} ${status} ${method} ${path}${operation === null ? '' : ` (${operation})`}`)
}
