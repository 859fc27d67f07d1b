/** A moment in milliseconds as the platform writes times: RFC 3339, UTC, whole seconds. */
export function formatTimestamp(moment: number): string {
  return `${new Date(moment).toISOString().slice(0, 19)}Z`
}

/** To the nanosecond, as the platform writes some: what the clock does not count follows from the id of what it is the time of. */
export function formatNanoseconds(moment: number, id: string): string {
  const digits = String(parseInt(id.slice(0, 8), 16) % 1e6).padStart(6, '0')
  return `${new Date(moment).toISOString().slice(0, -1)}${digits}Z`
}
