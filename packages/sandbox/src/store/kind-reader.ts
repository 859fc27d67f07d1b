import type { Store } from './store.ts'

/** Creates a function that parses every row of some kinds, kind by kind, oldest first, and maps each to any number of results. */
export function createKindReader<Value, Result>(
  kinds: readonly string[],
  map: (value: Value) => readonly Result[],
): (store: Store) => readonly Result[] {
  return (store) => kinds.flatMap((kind) => (JSON.parse(`[${store.list({ kind }).texts}]`) as Value[]).flatMap(map))
}
