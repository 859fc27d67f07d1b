/** Lists, bills and sums where there is as much of everything as the platform lets anybody make, and again a year later. */
import type { OperationEntry } from '../../load-specification.ts'
import { isObject } from '../../is-object.ts'
import { listExamples } from '../fuzz/list-examples.ts'
import type { Sent } from '../fuzz/test-sandbox.ts'
import type { World } from '../fuzz/fuzz-fixture.ts'
import { authorize, type Draft, formatRequest } from '../fuzz/format-request.ts'
import { type Asked, type Ledger, maxHeldMs, tally } from './measurement-log.ts'
import { computed, measure } from './measure-cpu.ts'
import { type Mark, multiply, type Pattern, patternNumber, readMark, readPattern } from './copy-rows.ts'

/** Milliseconds of computing for making all of one kind. What takes longer is left at as many as there are then. */
const patience = 20_000

/** The same of the year that passes: what goes on every day for thousands of things is a lot of work, and takes as much of it as it does. */
const patienceWithYear = 300_000
const daysOfYear = 366

export interface Crowd {
  /** How many were made by each operation that made any. */
  readonly made: Readonly<Record<string, number>>
  /** That passed before all was read again. */
  readonly days: number
}

export async function requestCrowded(ctx: World, entries: readonly OperationEntry[], rows: number, ledger: Ledger): Promise<Crowd> {
  await ctx.platform.restore('changed')
  const made = await createCrowd(ctx, entries, rows, ledger)
  await requestAll(
    [...entries.flatMap((entry) => requestMore(entry, ctx, rows)), ...entries.flatMap((entry) => read(entry, ctx))],
    ctx,
    ledger,
  )
  const days = await passYear(ctx)
  ledger.tell(`${days} days later`)
  await requestAll(
    entries.flatMap((entry) => read(entry, ctx, ` after ${days} days`)),
    ctx,
    ledger,
  )
  return { made, days }
}

/** How many are made by requests, which shows whether the platform has a limit, as most are smaller; the others are written as these were. */
const byRequests = 1010

/** As many of each kind as the platform lets anybody have. */
async function createCrowd(
  ctx: World,
  entries: readonly OperationEntry[],
  rows: number,
  { tell }: Pick<Ledger, 'tell'>,
): Promise<Record<string, number>> {
  const made: Record<string, number> = {}
  const patterns = new Map<string, Pattern>()
  const creations = entries.filter(({ operation }) => operation.effect?.kind === 'creates')
  if (rows > byRequests) {
    for (const entry of creations) {
      const pattern = await createPattern(entry, ctx)
      if (pattern) patterns.set(entry.operation.id, pattern)
    }
    await ctx.platform.restore('changed')
  }
  for (const entry of creations) {
    const { id } = entry.operation
    const count = await createMany(entry, ctx, Math.min(rows, byRequests))
    tell(`made ${count} by ${id}`)
    if (count > 0) made[id] = count
    if (count < byRequests) patterns.delete(id)
  }
  if (patterns.size > 0)
    await ctx.platform.editState((database) => {
      for (const [id, pattern] of patterns) {
        const count = multiply(database, pattern, byRequests, rows)
        tell(`${count} more as by ${id}`)
        made[id] = (made[id] ?? 0) + count
      }
      return true
    })
  return made
}

/** What it writes when one is made. */
async function createPattern(entry: OperationEntry, ctx: World): Promise<Pattern | undefined> {
  const write = formatNew(entry, ctx)
  const kind = entry.operation.effect?.kind === 'creates' ? entry.operation.effect.schema : undefined
  if (!write || kind === undefined) return undefined
  let mark: Mark = { row: 0, job: 0 }
  let pattern: Pattern | undefined
  await ctx.platform.editState((database) => {
    mark = readMark(database)
    return false
  })
  const { status } = await ctx.platform.send(write(patternNumber))
  if (status >= 300) return undefined
  await ctx.platform.editState((database) => {
    pattern = readPattern(database, kind, mark)
    return false
  })
  return pattern
}

async function passYear({ platform }: World): Promise<number> {
  const begun = computed()
  let days = 0
  for (; days < daysOfYear && computed() - begun < patienceWithYear; days += 1) await platform.advance(86_400)
  return days
}

/** What is asked where there is much: another each time, where it makes something. */
interface Question {
  readonly what: string
  readonly write: () => Sent
}

/** What costs too much costs it again when all others were asked; what only met a busy machine does not. */
async function requestAll(questions: readonly Question[], ctx: World, ledger: Ledger): Promise<void> {
  const slow: Question[] = []
  for (const question of questions) {
    const asked = await requestOne(question, ctx)
    if (asked.finding === undefined) tally(ledger, asked)
    else {
      ledger.tell(`${asked.finding}; it is asked again at the end`)
      slow.push(question)
    }
  }
  for (const question of slow) tally(ledger, await requestOne(question, ctx))
}

async function requestOne({ what, write }: Question, { platform }: World): Promise<Asked> {
  const held = await measure(() => platform.send(write()), maxHeldMs)
  return { held, what, ...(held > maxHeldMs && { finding: `${what}: expected at most ${maxHeldMs} ms, got ${Math.round(held)} ms` }) }
}

/** Until one is refused. */
async function createMany(entry: OperationEntry, ctx: World, rows: number): Promise<number> {
  const write = formatNew(entry, ctx)
  if (!write) return 0
  const begun = computed()
  let made = 0
  for (; made < rows && computed() - begun < patience; made += 1) {
    const { status } = await ctx.platform.send(write(made))
    if (status >= 300) break
  }
  return made
}

/** One more of each kind, beside all the others. What is refused because there are too many must be refused as quickly. */
function requestMore(entry: OperationEntry, ctx: World, rows: number): Question[] {
  const write = entry.operation.effect?.kind === 'creates' ? formatNew(entry, ctx) : undefined
  if (!write) return []
  const { method, path } = write(rows)
  let number = rows
  return [{ what: `${method} ${path} where there is much`, write: () => write((number += 1)) }]
}

/** Undefined without an example of what is sent. */
function formatNew(entry: OperationEntry, ctx: World): ((number: number) => Sent) | undefined {
  const authorization = authorize(entry, ctx.platform.keys)
  const [shown] = listExamples(entry)
  if (!shown) return undefined
  const draft = playAt(entry, ctx, shown)
  return (number) => formatRequest(entry, { ...draft, body: rename(draft.body, number) }, authorization)
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

function read(entry: OperationEntry, ctx: World, when = ''): Question[] {
  const authorization = authorize(entry, ctx.platform.keys)
  const [shown] = entry.operation.method === 'get' ? listExamples(entry) : []
  if (!shown) return []
  return listDrafts(entry, playAt(entry, ctx, shown)).map((draft) => {
    const sent = formatRequest(entry, draft, authorization)
    return { what: `${sent.method} ${sent.path} where there is much${when}`, write: () => sent }
  })
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

function playAt(entry: OperationEntry, ctx: World, shown: Draft): Draft {
  const places = ctx.placesOf(entry)
  return ctx.ids.translate({ ...shown, path: places[1] ?? places[0] ?? {} })
}
