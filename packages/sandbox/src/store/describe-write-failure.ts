/** Describes why a write to the state file failed, by SQLite's error code; undefined for any other error. */
export function describeWriteFailure(error: unknown): string | undefined {
  // The low byte is the primary error code.
  const code = ((error as { readonly errcode?: number } | null)?.errcode ?? 0) & 0xff
  return messages[code]
}

const messages: Readonly<Record<number, string>> = {
  8: 'The state file cannot be written. Check its permissions.',
  10: 'The state file cannot be written. Check its disk.',
  13: 'The disk of the state file is full. Free some space and try again.',
}
