/** Checks that a created object can be read, is in its list and counts in the total. */
import type { OperationEntry } from '../../../load-specification.ts'
import { isObject } from '../../../is-object.ts'
import { getIdField, listObjects } from '../find-paths.ts'
import type { SandboxResponse } from '../../../fixtures/test-sandbox.ts'
import { ContractViolation, type FuzzRun } from '../fuzz-run.ts'
import type { SnapshotName } from '../fuzz-fixture.ts'
import { type RequestDraft, emptyDraft } from '../format-request.ts'

/** Lists before the creation, by snapshot and path. */
const lists = new WeakMap<FuzzRun, Map<string, ListContent>>()

export async function checkCreated(
  run: FuzzRun,
  entry: OperationEntry,
  snapshot: SnapshotName,
  draft: RequestDraft,
  response: SandboxResponse,
): Promise<void> {
  const { operation } = entry
  if (operation.effect?.kind !== 'creates' || operation.method !== 'post') return
  const field = getIdField(entry)
  const createdIds = listObjects(response.body).flatMap((object) => object[field] ?? [])
  if (createdIds.length === 0) return
  const item = findReader(
    run,
    entry,
    (path) => path.startsWith(`${operation.path}/{`) && path.indexOf('/', operation.path.length + 1) === -1,
  )
  const parameter = item?.operation.path.slice(operation.path.length + 2, -1)
  if (item && parameter !== undefined) {
    for (const id of createdIds) {
      const { status } = await run.send(item, { ...emptyDraft, path: { ...draft.path, [parameter]: id } })
      if (status !== 200) throw new ContractViolation(draft, `200 from ${item.operation.id} for ${String(id)}`, String(status))
    }
  }
  const list = findReader(run, entry, (path) => path === operation.path)
  if (!list || list.operation.effect?.kind !== 'lists' || getSchemaName(list) !== getSchemaName(entry)) return
  const { ids, total } = await loadList(run, list, draft.path, field)
  const lost = createdIds.filter((id) => !ids.has(String(id)))
  if (lost.length > 0) throw new ContractViolation(draft, `${lost.join()} in ${list.operation.id}`, 'a list without it')
  await run.restore(snapshot)
  const before = await loadListBefore(run, list, snapshot, draft.path, field)
  // Creating an existing object may succeed without adding one.
  const expected = (before.total ?? 0) + createdIds.filter((id) => !before.ids.has(String(id))).length
  if (total !== undefined && total !== expected)
    throw new ContractViolation(draft, `meta.total of ${list.operation.id} to be ${expected}`, String(total))
}

function getSchemaName({ operation: { effect } }: OperationEntry): string | undefined {
  return effect && effect.kind !== 'computes' ? effect.schema : undefined
}

function findReader({ fixture }: FuzzRun, { api }: OperationEntry, isPath: (path: string) => boolean): OperationEntry | undefined {
  return fixture.entries.find((each) => each.api === api && each.operation.method === 'get' && isPath(each.operation.path))
}

interface ListContent {
  readonly ids: ReadonlySet<string>
  readonly total: number | undefined
}

async function loadListBefore(
  run: FuzzRun,
  list: OperationEntry,
  snapshot: SnapshotName,
  path: RequestDraft['path'],
  field: string,
): Promise<ListContent> {
  const known = lists.get(run) ?? new Map<string, ListContent>()
  lists.set(run, known)
  const key = `${snapshot} ${list.operation.id} ${JSON.stringify(path)}`
  const listing = known.get(key) ?? (await loadList(run, list, path, field))
  known.set(key, listing)
  return listing
}

/** Reads every page of a list. */
async function loadList(run: FuzzRun, list: OperationEntry, path: RequestDraft['path'], field: string): Promise<ListContent> {
  const isPaged = list.operation.parameters.some(({ name }) => name === 'per_page')
  const ids = new Set<string>()
  for (let page = 1; ; page += 1) {
    const { body, status } = await run.send(list, { ...emptyDraft, path, query: isPaged ? { page, per_page: 200 } : {} })
    const objects = status === 200 ? listObjects(body) : []
    for (const object of objects) ids.add(String(object[field]))
    const meta = isObject(body) && isObject(body['meta']) ? body['meta']['total'] : undefined
    const total = typeof meta === 'number' ? meta : undefined
    if (!isPaged || objects.length < 200) return { ids, total }
  }
}
