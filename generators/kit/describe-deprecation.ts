import type { Deprecation } from '../model/api-model.ts'

const operationId = /^[a-z][A-Za-z0-9]*(_[A-Za-z0-9]+)+$/

/** Names the replacement. `nameOf` formats an operation id for the reader. */
export function describeUse({ use }: Deprecation, nameOf: (operationId: string) => string): string {
  return operationId.test(use) ? `Use ${nameOf(use)} instead.` : use
}

/** Describes the replacement, the deprecation date and the sunset date. */
export function describeDeprecation(deprecation: Deprecation, nameOf: (operationId: string) => string): string {
  const { since, sunset } = deprecation
  const end = sunset === undefined ? '' : ` Sunset on ${emitDay(sunset)}.`
  return `${describeUse(deprecation, nameOf)} Deprecated since ${emitDay(since)}.${end}`
}

/** Client expression of an operation: `cloud.reservedIps.list`. */
export function nameInClient(id: string): string {
  return `\`cloud.${id.replaceAll('_', '.')}\``
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `2026-01-31` → `31 January 2026`. */
export function emitDay(day: string): string {
  return dayFormat.format(new Date(`${day}T00:00:00Z`))
}
