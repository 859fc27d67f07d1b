/** What was made can be read, stands in the list, and is counted there. */
import type { OperationEntry } from '../../../load-specification.ts'
import { isObject } from '../../../is-object.ts'
import { idFieldOf, listObjects } from '../find-paths.ts'
import type { Answer } from '../test-sandbox.ts'
import { Breach, type Run } from '../fuzz-run.ts'
import type { Moment } from '../fuzz-fixture.ts'
import { type Draft, emptyDraft } from '../format-request.ts'

/** By moment and concrete list: what there was before. */
const lists = new WeakMap<Run, Map<string, Listed>>()

export async function checkCreated(run: Run, entry: OperationEntry, moment: Moment, draft: Draft, answer: Answer): Promise<void> {
  const { operation } = entry
  if (operation.effect?.kind !== 'creates' || operation.method !== 'post') return
  const field = idFieldOf(entry)
  const made = listObjects(answer.body).flatMap((object) => object[field] ?? [])
  if (made.length === 0) return
  const item = findReader(
    run,
    entry,
    (path) => path.startsWith(`${operation.path}/{`) && path.indexOf('/', operation.path.length + 1) === -1,
  )
  const parameter = item?.operation.path.slice(operation.path.length + 2, -1)
  if (item && parameter !== undefined) {
    for (const id of made) {
      const { status } = await run.ask(item, { ...emptyDraft, path: { ...draft.path, [parameter]: id } })
      if (status !== 200) throw new Breach(draft, `${item.operation.id} to find ${String(id)}`, String(status))
    }
  }
  const list = findReader(run, entry, (path) => path === operation.path)
  if (!list || list.operation.effect?.kind !== 'lists' || schemaOf(list) !== schemaOf(entry)) return
  const { ids, total } = await loadList(run, list, draft.path, field)
  const lost = made.filter((id) => !ids.has(String(id)))
  if (lost.length > 0) throw new Breach(draft, `${lost.join()} in ${list.operation.id}`, 'a list without')
  await run.open(moment)
  const before = await loadBefore(run, list, moment, draft.path, field)
  // Making what is there already can be no error.
  const wanted = (before.total ?? 0) + made.filter((id) => !before.ids.has(String(id))).length
  if (total !== undefined && total !== wanted) throw new Breach(draft, `meta.total of ${list.operation.id} to be ${wanted}`, String(total))
}

function schemaOf({ operation: { effect } }: OperationEntry): string | undefined {
  return effect && effect.kind !== 'computes' ? effect.schema : undefined
}

function findReader({ ctx }: Run, { api }: OperationEntry, isPath: (path: string) => boolean): OperationEntry | undefined {
  return ctx.entries.find((each) => each.api === api && each.operation.method === 'get' && isPath(each.operation.path))
}

interface Listed {
  readonly ids: ReadonlySet<string>
  readonly total: number | undefined
}

async function loadBefore(run: Run, list: OperationEntry, moment: Moment, path: Draft['path'], field: string): Promise<Listed> {
  const known = lists.get(run) ?? new Map<string, Listed>()
  lists.set(run, known)
  const key = `${moment} ${list.operation.id} ${JSON.stringify(path)}`
  const listed = known.get(key) ?? (await loadList(run, list, path, field))
  known.set(key, listed)
  return listed
}

/** Every page of a list. */
async function loadList(run: Run, list: OperationEntry, path: Draft['path'], field: string): Promise<Listed> {
  const isPaged = list.operation.parameters.some(({ name }) => name === 'per_page')
  const ids = new Set<string>()
  for (let page = 1; ; page += 1) {
    const { body, status } = await run.ask(list, { ...emptyDraft, path, query: isPaged ? { page, per_page: 200 } : {} })
    const objects = status === 200 ? listObjects(body) : []
    for (const object of objects) ids.add(String(object[field]))
    const meta = isObject(body) && isObject(body['meta']) ? body['meta']['total'] : undefined
    const total = typeof meta === 'number' ? meta : undefined
    if (!isPaged || objects.length < 200) return { ids, total }
  }
}
