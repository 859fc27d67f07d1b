/** Lists, bills and sums where there is as much of everything as the platform lets anybody make, and again a year later. */
import type { OperationEntry } from '../../load-specification.ts'
import { isObject } from '../../is-object.ts'
import { listExamples } from '../fuzz/list-examples.ts'
import type { Sent } from '../fuzz/open-platform.ts'
import type { World } from '../fuzz/world.ts'
import { authorize, type Draft, writeRequest } from '../fuzz/write-request.ts'
import { computed, measure } from './measure.ts'
import { type Ledger, mostHeld, note } from './run-cost.ts'

/** Milliseconds of computing for making all of one kind. What takes longer is left at as many as there are then. */
const patience = 20_000

/** @returns how many were made by each operation that made any */
export async function askCrowded(
  world: World,
  entries: readonly OperationEntry[],
  rows: number,
  ledger: Ledger,
): Promise<Readonly<Record<string, number>>> {
  await world.platform.restore('changed')
  const made: Record<string, number> = {}
  for (const entry of entries) {
    if (entry.operation.effect?.kind !== 'creates') continue
    const count = await makeMany(entry, world, rows)
    ledger.tell(`made ${count} by ${entry.operation.id}`)
    if (count > 0) made[entry.operation.id] = count
  }
  for (const entry of entries) if (entry.operation.effect?.kind === 'creates') await askForMore(entry, world, rows, ledger)
  for (const entry of entries) if (entry.operation.method === 'get') await ask(entry, world, ledger)
  await world.platform.advance(366 * 86_400)
  for (const entry of entries) if (entry.operation.method === 'get') await ask(entry, world, ledger, ' after a year')
  return made
}

/** As many as the platform lets anybody have. */
async function makeMany(entry: OperationEntry, world: World, rows: number): Promise<number> {
  const write = writeNew(entry, world)
  if (!write) return 0
  const begun = computed()
  let made = 0
  for (; made < rows && computed() - begun < patience; made += 1) {
    const { status } = await world.platform.send(write(made))
    if (status >= 300) break
  }
  return made
}

/** One more of each kind, beside all the others. What is refused because there are too many must be refused as quickly. */
async function askForMore(entry: OperationEntry, world: World, rows: number, ledger: Ledger): Promise<void> {
  const write = writeNew(entry, world)
  if (!write) return
  let number = rows
  const held = await measure(() => world.platform.send(write((number += 1))), mostHeld)
  judge(`${write(rows).method} ${write(rows).path} where there is much`, held, ledger)
}

/** Undefined without an example of what is sent. */
function writeNew(entry: OperationEntry, world: World): ((number: number) => Sent) | undefined {
  const authorization = authorize(entry, world.platform.keys)
  const [shown] = listExamples(entry)
  if (!shown) return undefined
  const draft = playAt(entry, world, shown)
  return (number) => writeRequest(entry, { ...draft, body: rename(draft.body, number) }, authorization)
}

/** Another of the same: names differ, all else is as it was. */
function rename(body: unknown, number: number): unknown {
  if (!isObject(body)) return body
  const suffix = String(number).padStart(5, '0')
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (typeof value !== 'string') return [name, name === 'spec' ? rename(value, number) : value]
      if (/^(?:.*_)?(?:name|title|email|slug)$/.test(name))
        return [name, value.includes('@') ? `n${suffix}-${value}` : insert(value, suffix)]
      return [name, value]
    }),
  )
}

/** `tidewater.example` → `tidewater-00001.example`, short enough for any name. */
function insert(value: string, suffix: string): string {
  const [first = '', ...rest] = value.split('.')
  return [`${first.slice(0, 20)}-${suffix}`, ...rest].join('.')
}

async function ask(entry: OperationEntry, world: World, ledger: Ledger, when = ''): Promise<void> {
  const authorization = authorize(entry, world.platform.keys)
  const [shown] = listExamples(entry)
  if (!shown) return
  for (const draft of listDrafts(entry, playAt(entry, world, shown))) {
    const sent = writeRequest(entry, draft, authorization)
    const held = await measure(() => world.platform.send(sent), mostHeld)
    judge(`${sent.method} ${sent.path} where there is much${when}`, held, ledger)
  }
}

function judge(what: string, held: number, ledger: Ledger): void {
  ledger.total += 1
  if (held > ledger.worst.held) ledger.worst = { held, what }
  if (held > mostHeld) note(ledger, `${what}: expected at most ${mostHeld} ms, got ${Math.round(held)} ms`)
  else ledger.passed += 1
}

/** The list as it is, its largest page, its last, and with each parameter that it may be asked with; from the first day of all to the last. */
function listDrafts({ operation }: OperationEntry, draft: Draft): Draft[] {
  const optional = operation.parameters.filter(
    ({ in: place, required, example }) => place === 'query' && !required && example !== undefined,
  )
  const isPaged = optional.some(({ name }) => name === 'page')
  const queries: Readonly<Record<string, unknown>>[] = [
    {},
    ...optional.filter(({ name }) => name !== 'page' && name !== 'per_page').map(({ name, example }) => ({ [name]: example })),
    ...(isPaged ? [{ per_page: 200 }, { per_page: 200, page: 25 }] : []),
  ]
  const [from, to] = operation.parameters.filter(({ in: place, schema }) => place === 'path' && schema.format === 'date')
  const path = { ...draft.path, ...(from && to && { [from.name]: '2000-01-01', [to.name]: '2099-12-31' }) }
  return queries.map((query) => ({ ...draft, path, query: { ...draft.query, ...query } }))
}

function playAt(entry: OperationEntry, world: World, shown: Draft): Draft {
  const places = world.placesOf(entry)
  return world.ids.translate({ ...shown, path: places[1] ?? places[0] ?? {} })
}
