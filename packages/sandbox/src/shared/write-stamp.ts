/** A moment in milliseconds as the platform writes times: RFC 3339, UTC, whole seconds. */
export function writeStamp(moment: number): string {
  return `${new Date(moment).toISOString().slice(0, 19)}Z`
}
