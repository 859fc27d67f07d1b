/** Table rows of objects, and lists that load their pages on demand. */
import { getApi } from './requests.ts'
import type { Kind, Operation } from './specification.ts'

export type Value = Readonly<Record<string, unknown>>

export interface Row {
  readonly id: string
  readonly name: string
  readonly state: string
  readonly region: string
  readonly tags: readonly string[]
  readonly createdAt: number
}

const names = ['name', 'slug', 'ip', 'ip_address', 'domain_name', 'title', 'email', 'description'] as const

export function describeObject(value: Value, kind: Kind): Row {
  const id = String(value[kind.id ?? 'id'] ?? value['id'] ?? value['uuid'] ?? value['name'] ?? '')
  const name = names.map((field) => value[field]).find((each) => typeof each === 'string' && each !== '')
  const tags: unknown = value['tags']
  return {
    id,
    name: typeof name === 'string' ? name : id,
    state: parseState(value, kind),
    region: parseText(value['region']) || parseText(value['region_slug']),
    tags: Array.isArray(tags) ? tags.map((tag) => parseText(tag)) : [],
    createdAt: Date.parse(String(value['created_at'] ?? value['created'] ?? value['started_at'] ?? '')),
  }
}

export function parseState(value: Value, { lifecycle }: Kind): string {
  // The field may be nested: `deployment.status`.
  const state = (lifecycle?.field ?? 'status').split('.').reduce<unknown>((inner, name) => (Object(inner) as Value)[name], value)
  return parseText(state) || parseText(value['state'])
}

/** Text of a value, or the name of a catalog object. */
function parseText(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  const { slug, state, name } = Object(value) as Value
  const found = slug ?? state ?? name
  return typeof found === 'string' ? found : ''
}

/** Objects of a list response. */
export function listItems(body: unknown, root: string | undefined): readonly Value[] {
  const value = Object(body) as Value
  const found = root ? value[root] : Array.isArray(body) ? body : Object.values(value).find((each) => Array.isArray(each))
  if (Array.isArray(found)) return found as readonly Value[]
  return typeof found === 'object' && found !== null ? [found as Value] : []
}

function findTotal(body: unknown): number | undefined {
  const { meta } = Object(body) as { meta?: { total?: unknown } }
  return typeof meta?.total === 'number' ? meta.total : undefined
}

const pageSize = 200

export interface List {
  readonly count: () => number
  readonly at: (index: number) => Row | undefined
  readonly isComplete: () => boolean
  /** Loads the missing rows of a range. */
  readonly loadRange: (first: number, last: number) => void
  readonly readAll: () => Promise<void>
  /** Reloads the visible rows. */
  readonly refresh: () => void
}

/** @param onChange called after new rows or an error */
export function openList(operation: Operation, kind: Kind, path: string, onChange: (error?: Error) => void): List {
  let rows: (Row | undefined)[] = []
  let pages = new Map<number, Promise<void>>()
  let generation = 0
  let visible: readonly [number, number] = [0, 0]
  const loadPage = async (page: number) => {
    const body = await getApi<unknown>(`${path}${operation.paged ? `?per_page=${pageSize}&page=${page + 1}` : ''}`)
    const items = listItems(body, operation.root)
    return { items, total: operation.paged ? (findTotal(body) ?? page * pageSize + items.length) : items.length }
  }
  const storePage = (page: number, { items, total }: Awaited<ReturnType<typeof loadPage>>) => {
    if (rows.length !== total) rows.length = total
    for (const [index, value] of items.entries()) rows[page * pageSize + index] = describeObject(value, kind)
    onChange()
  }
  const load = (page: number): Promise<void> => {
    const own = generation
    const known = pages.get(page)
    if (known) return known
    const loading = loadPage(page).then(
      (found) => (own === generation ? storePage(page, found) : undefined),
      (error: unknown) => {
        if (own !== generation) return
        pages.delete(page)
        onChange(error as Error)
      },
    )
    pages.set(page, loading)
    return loading
  }
  const loadRange = (first: number, last: number) => {
    visible = [first, last]
    for (let page = Math.floor(first / pageSize); page * pageSize < Math.max(last, 1); page += 1)
      if (page === 0 || page * pageSize < rows.length) void load(page)
  }
  return {
    count: () => rows.length,
    at: (index) => rows[index],
    isComplete: () => pages.size * pageSize >= rows.length,
    loadRange,
    readAll: async () => {
      await load(0)
      for (let page = 1; page * pageSize < rows.length; page += 1) await load(page)
    },
    refresh: () => {
      generation += 1
      pages = new Map()
      loadRange(...visible)
    },
  }
}
