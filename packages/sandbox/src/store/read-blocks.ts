import type { Store } from './store.ts'

/**
 * Reads what `make` makes of everything of some kinds: kind by kind, the oldest first. What it made of a block of rows is kept as long as they
 * are the same, so only what has changed since is parsed, whoever changed it; where nothing has, the same array comes back.
 */
export function createBlockReader<Value, Made>(
  kinds: readonly string[],
  make: (value: Value) => readonly Made[],
): (store: Store) => readonly Made[] {
  const known = new WeakMap<Store, { readonly blocks: ReadonlyMap<string, readonly Made[]>; readonly all: readonly Made[] }>()
  return (store) => {
    const before = known.get(store)
    const texts = kinds.flatMap((kind) => store.blocks({ kind }))
    if (before?.blocks.size === texts.length && texts.every((text) => before.blocks.has(text))) return before.all
    // Rows of a kind hold what the kind is.
    const parse = (text: string) => (JSON.parse(`[${text}]`) as Value[]).flatMap(make)
    const blocks = new Map(texts.map((text) => [text, before?.blocks.get(text) ?? parse(text)]))
    const all = [...blocks.values()].flat()
    known.set(store, { blocks, all })
    return all
  }
}
