/** Reads what `record-writes.c` recorded. A record that the end of the process cut short is no record. */
export interface FileEvent {
  /** Created, written, truncated; a sync begun and ended; renamed, unlinked, folder made; mapped into memory. */
  readonly kind: 'C' | 'W' | 'T' | 'B' | 'E' | 'R' | 'U' | 'D' | 'M'
  /** The inode. */
  readonly file: number
  /** Where it is written, how long it becomes, or the number of the sync. */
  readonly at: number
  /** What is written, or a path; two of them, by line, for a rename. A folder's that is synced ends with a slash. */
  readonly bytes: Buffer
}

const headBytes = 24

export function readTrace(trace: Buffer): readonly FileEvent[] {
  const events: FileEvent[] = []
  for (let from = 0; from + headBytes <= trace.length;) {
    const length = trace.readUInt32LE(from)
    const end = from + headBytes + length
    if (end > trace.length) break
    const kind = String.fromCharCode(trace.readUInt32LE(from + 4)) as FileEvent['kind']
    const file = Number(trace.readBigUInt64LE(from + 8))
    const at = Number(trace.readBigUInt64LE(from + 16))
    events.push({ kind, file, at, bytes: trace.subarray(from + headBytes, end) })
    from = end
  }
  return events
}
