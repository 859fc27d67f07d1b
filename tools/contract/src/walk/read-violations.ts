/** What Prism's proxy says of a reply that came through it, in the header that it adds. */
interface Violation {
  readonly location?: readonly string[]
  readonly message?: string
}

/** A request that it finds wrong is none of the server's faults when the server refused it as well. */
export function readViolations({ status, headers }: Response): string[] {
  const violations = JSON.parse(headers.get('sl-violations') ?? '[]') as Violation[]
  return violations
    .filter(({ location = [] }) => status < 400 || location[0] !== 'request')
    .map(({ location = [], message = '' }) => `${location.join('.')}: ${message}`)
}
