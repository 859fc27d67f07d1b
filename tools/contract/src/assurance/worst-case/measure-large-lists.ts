/** Lists, bills and sums where there is as much of everything as the platform lets anybody make, and again a year later. */
import type { OperationEntry } from '../../load-specification.ts'
import { isObject } from '../../is-object.ts'
import { listExamples } from '../fuzz/list-examples.ts'
import type { SandboxRequest } from '../fuzz/test-sandbox.ts'
import type { FuzzFixture } from '../fuzz/fuzz-fixture.ts'
import { formatAuthorization, type RequestDraft, formatRequest } from '../fuzz/format-request.ts'
import { type Measurement, type MeasurementLog, maxBlockedMs, addMeasurement } from './measurement-log.ts'
import { getCpuMs, measureCpuMs } from './measure-cpu.ts'
import { type SequenceMark, insertCopies, type RowTemplate, templateNumber, readMark, readTemplate } from './copy-rows.ts'

/** Milliseconds of computing for making all of one kind. What takes longer is left at as many as there are then. */
const maxCreateCpuMs = 20_000

/** The same of the year that passes: what goes on every day for thousands of things is a lot of work, and takes as much of it as it does. */
const maxYearCpuMs = 300_000
const daysOfYear = 366

export interface LargeListResult {
  /** How many were made by each operation that made any. */
  readonly created: Readonly<Record<string, number>>
  /** That passed before all was read again. */
  readonly days: number
}

export async function measureLargeLists(
  fixture: FuzzFixture,
  entries: readonly OperationEntry[],
  rows: number,
  log: MeasurementLog,
): Promise<LargeListResult> {
  await fixture.sandbox.restore('changed')
  const created = await createManyObjects(fixture, entries, rows, log)
  await measureAll(
    [
      ...entries.flatMap((entry) => listCreateRequests(entry, fixture, rows)),
      ...entries.flatMap((entry) => listReadRequests(entry, fixture)),
    ],
    fixture,
    log,
  )
  const days = await advanceYear(fixture)
  log.onProgress(`${days} days later`)
  await measureAll(
    entries.flatMap((entry) => listReadRequests(entry, fixture, ` after ${days} days`)),
    fixture,
    log,
  )
  return { created, days }
}

/** How many are made by requests, which shows whether the platform has a limit, as most are smaller; the others are written as these were. */
const maxByRequests = 1010

/** As many of each kind as the platform lets anybody have. */
async function createManyObjects(
  fixture: FuzzFixture,
  entries: readonly OperationEntry[],
  rows: number,
  { onProgress }: Pick<MeasurementLog, 'onProgress'>,
): Promise<Record<string, number>> {
  const created: Record<string, number> = {}
  const patterns = new Map<string, RowTemplate>()
  const creations = entries.filter(({ operation }) => operation.effect?.kind === 'creates')
  if (rows > maxByRequests) {
    for (const entry of creations) {
      const pattern = await createTemplate(entry, fixture)
      if (pattern) patterns.set(entry.operation.id, pattern)
    }
    await fixture.sandbox.restore('changed')
  }
  for (const entry of creations) {
    const { id } = entry.operation
    const count = await createMany(entry, fixture, Math.min(rows, maxByRequests))
    onProgress(`made ${count} by ${id}`)
    if (count > 0) created[id] = count
    if (count < maxByRequests) patterns.delete(id)
  }
  if (patterns.size > 0)
    await fixture.sandbox.editState((database) => {
      for (const [id, pattern] of patterns) {
        const count = insertCopies(database, pattern, maxByRequests, rows)
        onProgress(`${count} more as by ${id}`)
        created[id] = (created[id] ?? 0) + count
      }
      return true
    })
  return created
}

/** What it writes when one is made. */
async function createTemplate(entry: OperationEntry, fixture: FuzzFixture): Promise<RowTemplate | undefined> {
  const write = formatNew(entry, fixture)
  const kind = entry.operation.effect?.kind === 'creates' ? entry.operation.effect.schema : undefined
  if (!write || kind === undefined) return undefined
  let mark: SequenceMark = { row: 0, job: 0 }
  let pattern: RowTemplate | undefined
  await fixture.sandbox.editState((database) => {
    mark = readMark(database)
    return false
  })
  const { status } = await fixture.sandbox.send(write(templateNumber))
  if (status >= 300) return undefined
  await fixture.sandbox.editState((database) => {
    pattern = readTemplate(database, kind, mark)
    return false
  })
  return pattern
}

async function advanceYear({ sandbox }: FuzzFixture): Promise<number> {
  const begun = getCpuMs()
  let days = 0
  for (; days < daysOfYear && getCpuMs() - begun < maxYearCpuMs; days += 1) await sandbox.advance(86_400)
  return days
}

/** What is asked where there is much: another each time, where it makes something. */
interface MeasuredRequest {
  readonly description: string
  readonly format: () => SandboxRequest
}

/** What costs too much costs it again when all others were asked; what only met a busy machine does not. */
async function measureAll(questions: readonly MeasuredRequest[], fixture: FuzzFixture, log: MeasurementLog): Promise<void> {
  const slow: MeasuredRequest[] = []
  for (const question of questions) {
    const options = await measureRequest(question, fixture)
    if (options.finding === undefined) addMeasurement(log, options)
    else {
      log.onProgress(`${options.finding}; it is asked again at the end`)
      slow.push(question)
    }
  }
  for (const question of slow) addMeasurement(log, await measureRequest(question, fixture))
}

async function measureRequest({ description, format }: MeasuredRequest, { sandbox }: FuzzFixture): Promise<Measurement> {
  const blockedMs = await measureCpuMs(() => sandbox.send(format()), maxBlockedMs)
  return {
    blockedMs,
    request: description,
    ...(blockedMs > maxBlockedMs && { finding: `${description}: expected at most ${maxBlockedMs} ms, got ${Math.round(blockedMs)} ms` }),
  }
}

/** Until one is refused. */
async function createMany(entry: OperationEntry, fixture: FuzzFixture, rows: number): Promise<number> {
  const write = formatNew(entry, fixture)
  if (!write) return 0
  const begun = getCpuMs()
  let created = 0
  for (; created < rows && getCpuMs() - begun < maxCreateCpuMs; created += 1) {
    const { status } = await fixture.sandbox.send(write(created))
    if (status >= 300) break
  }
  return created
}

/** One more of each kind, beside all the others. What is refused because there are too many must be refused as quickly. */
function listCreateRequests(entry: OperationEntry, fixture: FuzzFixture, rows: number): MeasuredRequest[] {
  const write = entry.operation.effect?.kind === 'creates' ? formatNew(entry, fixture) : undefined
  if (!write) return []
  const { method, path } = write(rows)
  let number = rows
  return [{ description: `${method} ${path} where there is much`, format: () => write((number += 1)) }]
}

/** Undefined without an example of what is sent. */
function formatNew(entry: OperationEntry, fixture: FuzzFixture): ((number: number) => SandboxRequest) | undefined {
  const authorization = formatAuthorization(entry, fixture.sandbox.keys)
  const [shown] = listExamples(entry)
  if (!shown) return undefined
  const draft = translateDraft(entry, fixture, shown)
  return (number) => formatRequest(entry, { ...draft, body: renameBody(draft.body, number) }, authorization)
}

/** Another of the same: names differ, all else is as it was. */
function renameBody(body: unknown, number: number): unknown {
  if (!isObject(body)) return body
  const suffix = String(number).padStart(5, '0')
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (typeof value !== 'string') return [name, name === 'spec' ? renameBody(value, number) : value]
      if (/^(?:.*_)?(?:name|title|email|slug)$/.test(name))
        return [name, value.includes('@') ? `n${suffix}-${value}` : insertSuffix(value, suffix)]
      return [name, value]
    }),
  )
}

/** `tidewater.example` → `tidewater-00001.example`, short enough for any name. */
function insertSuffix(value: string, suffix: string): string {
  const [first = '', ...rest] = value.split('.')
  return [`${first.slice(0, 20)}-${suffix}`, ...rest].join('.')
}

function listReadRequests(entry: OperationEntry, fixture: FuzzFixture, when = ''): MeasuredRequest[] {
  const authorization = formatAuthorization(entry, fixture.sandbox.keys)
  const [shown] = entry.operation.method === 'get' ? listExamples(entry) : []
  if (!shown) return []
  return listDrafts(entry, translateDraft(entry, fixture, shown)).map((draft) => {
    const request = formatRequest(entry, draft, authorization)
    return { description: `${request.method} ${request.path} where there is much${when}`, format: () => request }
  })
}

/** The list as it is, its largest page, its last, and with each parameter that it may be asked with; from the first day of all to the last. */
function listDrafts({ operation }: OperationEntry, draft: RequestDraft): RequestDraft[] {
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

function translateDraft(entry: OperationEntry, fixture: FuzzFixture, shown: RequestDraft): RequestDraft {
  const places = fixture.listPathValues(entry)
  return fixture.ids.translate({ ...shown, path: places[1] ?? places[0] ?? {} })
}
