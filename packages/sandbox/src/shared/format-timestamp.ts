/** Formats milliseconds since 1970 as RFC 3339, UTC, whole seconds. */
export function formatTimestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`
}

/** Formats milliseconds since 1970 as RFC 3339 with nanoseconds; the digits after the milliseconds derive from the id. */
export function formatNanoseconds(milliseconds: number, id: string): string {
  const digits = String(parseInt(id.slice(0, 8), 16) % 1e6).padStart(6, '0')
  return `${new Date(milliseconds).toISOString().slice(0, -1)}${digits}Z`
}
