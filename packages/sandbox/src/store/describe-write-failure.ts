/** Says why a state file did not take a write; undefined when an error is something else. The codes are SQLite's. */
export function describeWriteFailure(error: unknown): string | undefined {
  // The low byte is the primary code, the rest says more.
  const code = ((error as { readonly errcode?: number } | null)?.errcode ?? 0) & 0xff
  return sentences[code]
}

const sentences: Readonly<Record<number, string>> = {
  8: 'The state file cannot be written. Check its permissions.',
  10: 'The state file cannot be written. Check its disk.',
  13: 'The disk of the state file is full. Make room and try again.',
}
