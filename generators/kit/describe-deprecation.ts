import type { Deprecation } from '../model/api-model.ts'

const operationId = /^[a-z][A-Za-z0-9]*(_[A-Za-z0-9]+)+$/

/** What takes the place of something deprecated. `nameOf` says an operation as its reader knows it: in backticks, as a link. */
export function describeUse({ use }: Deprecation, nameOf: (operationId: string) => string): string {
  return operationId.test(use) ? `Use ${nameOf(use)} instead.` : use
}

/** What to use, and since when and until when it matters. */
export function describeDeprecation(deprecation: Deprecation, nameOf: (operationId: string) => string): string {
  const { since, sunset } = deprecation
  const end = sunset === undefined ? '' : ` It ends on ${emitDay(sunset)}.`
  return `${describeUse(deprecation, nameOf)} Deprecated since ${emitDay(since)}.${end}`
}

/** As the client has it: `cloud.reservedIps.list`. */
export function nameInClient(id: string): string {
  return `\`cloud.${id.replaceAll('_', '.')}\``
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `2026-01-31` → `31 January 2026`. */
export function emitDay(day: string): string {
  return dayFormat.format(new Date(`${day}T00:00:00Z`))
}
