/** Settings of the state itself: rows of one kind, by name. */
import type { Store } from './store.ts'

const kind = 'setting'

export function findSetting(store: Store, name: string): string | undefined {
  const text = store.get({ kind, id: name })?.text
  return text === undefined ? undefined : (JSON.parse(text) as string)
}

export function saveSetting(store: Store, name: string, value: string): void {
  store.put({ kind, id: name, text: JSON.stringify(value) })
}
