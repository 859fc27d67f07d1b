import type { ListQuery, Store } from './store.ts'

/** Lists the ids of the objects that match, without reading the objects. */
export function listIds(store: Store, query: Omit<ListQuery, 'select'>): string[] {
  return JSON.parse(`[${store.list({ ...query, select: 'id' }).texts}]`) as string[]
}
