/** Measures lists, bills and sums with as many objects as the platform allows, and again a year later. */
import type { OperationEntry } from '../../load-specification.ts'
import { renameBody } from '../../fixtures/rename-body.ts'
import { listExamples } from '../fuzz/list-examples.ts'
import type { SandboxRequest } from '../../fixtures/test-sandbox.ts'
import type { FuzzFixture } from '../fuzz/fuzz-fixture.ts'
import { formatAuthorization, type RequestDraft, formatRequest } from '../fuzz/format-request.ts'
import { type Measurement, type MeasurementLog, maxBlockedMs, addMeasurement } from './measurement-log.ts'
import { getCpuMs, measureCpuMs } from './measure-cpu.ts'

/** CPU time in milliseconds for creating objects of one kind; creation stops after it. */
const maxCreateCpuMs = 20_000

/** CPU time in milliseconds for the year: daily jobs of thousands of objects are slow. */
const maxYearCpuMs = 300_000

export interface LargeListOptions {
  /** Objects of each kind. */
  readonly rows: number
  /** Days before the second measurement: a year by default. */
  readonly days?: number
}

export interface LargeListResult {
  /** Number of objects by operation. */
  readonly created: Readonly<Record<string, number>>
  /** Days before the second measurement. */
  readonly days: number
}

export async function measureLargeLists(
  fixture: FuzzFixture,
  entries: readonly OperationEntry[],
  { rows, days: maxDays = 366 }: LargeListOptions,
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
  const days = await advanceDays(fixture, maxDays)
  log.onProgress(`${days} days later`)
  await measureAll(
    entries.flatMap((entry) => listReadRequests(entry, fixture, ` after ${days} days`)),
    fixture,
    log,
  )
  return { created, days }
}

/** Creates as many objects of each kind as the platform allows. */
async function createManyObjects(
  fixture: FuzzFixture,
  entries: readonly OperationEntry[],
  rows: number,
  { onProgress }: Pick<MeasurementLog, 'onProgress'>,
): Promise<Record<string, number>> {
  const created: Record<string, number> = {}
  for (const entry of entries.filter(({ operation }) => operation.effect?.kind === 'creates')) {
    const { id } = entry.operation
    const count = await createMany(entry, fixture, rows)
    onProgress(`created ${count} objects by ${id}`)
    if (count > 0) created[id] = count
  }
  return created
}

async function advanceDays({ sandbox }: FuzzFixture, maxDays: number): Promise<number> {
  const startMs = getCpuMs()
  let days = 0
  for (; days < maxDays && getCpuMs() - startMs < maxYearCpuMs; days += 1) await sandbox.advance(86_400)
  return days
}

/** A measured request; it differs each time if it creates something. */
interface MeasuredRequest {
  readonly description: string
  readonly format: () => SandboxRequest
}

/** Slow requests are measured again at the end: a slow request stays slow, a busy machine does not. */
async function measureAll(requests: readonly MeasuredRequest[], fixture: FuzzFixture, log: MeasurementLog): Promise<void> {
  const slow: MeasuredRequest[] = []
  for (const request of requests) {
    const options = await measureRequest(request, fixture)
    if (options.finding === undefined) addMeasurement(log, options)
    else {
      log.onProgress(`${options.finding}; measured again at the end`)
      slow.push(request)
    }
  }
  for (const request of slow) addMeasurement(log, await measureRequest(request, fixture))
}

async function measureRequest({ description, format }: MeasuredRequest, { sandbox }: FuzzFixture): Promise<Measurement> {
  const blockedMs = await measureCpuMs(() => sandbox.send(format()), maxBlockedMs)
  return {
    blockedMs,
    request: description,
    ...(blockedMs > maxBlockedMs && { finding: `${description}: expected at most ${maxBlockedMs} ms, got ${Math.round(blockedMs)} ms` }),
  }
}

/** Creates objects until one is refused. */
async function createMany(entry: OperationEntry, fixture: FuzzFixture, rows: number): Promise<number> {
  const write = formatNew(entry, fixture)
  if (!write) return 0
  const startMs = getCpuMs()
  let created = 0
  for (; created < rows && getCpuMs() - startMs < maxCreateCpuMs; created += 1) {
    const { status } = await fixture.sandbox.send(write(created))
    if (status >= 300) break
  }
  return created
}

/** Creates one more object of each kind. A refusal must be as fast. */
function listCreateRequests(entry: OperationEntry, fixture: FuzzFixture, rows: number): MeasuredRequest[] {
  const write = entry.operation.effect?.kind === 'creates' ? formatNew(entry, fixture) : undefined
  if (!write) return []
  const { method, path } = write(rows)
  let number = rows
  return [{ description: `${method} ${path} with many objects`, format: () => write((number += 1)) }]
}

/** @returns undefined without an example */
function formatNew(entry: OperationEntry, fixture: FuzzFixture): ((number: number) => SandboxRequest) | undefined {
  const authorization = formatAuthorization(entry, fixture.sandbox.keys)
  const [example] = listExamples(entry)
  if (!example) return undefined
  const draft = translateDraft(entry, fixture, example)
  return (number) => formatRequest(entry, { ...draft, body: renameBody(draft.body, number) }, authorization)
}

function listReadRequests(entry: OperationEntry, fixture: FuzzFixture, when = ''): MeasuredRequest[] {
  const authorization = formatAuthorization(entry, fixture.sandbox.keys)
  const [example] = entry.operation.method === 'get' ? listExamples(entry) : []
  if (!example) return []
  return listDrafts(entry, translateDraft(entry, fixture, example)).map((draft) => {
    const request = formatRequest(entry, draft, authorization)
    return { description: `${request.method} ${request.path} with many objects${when}`, format: () => request }
  })
}

/** Lists the query variants of a list: default, largest page, last page and each parameter; date ranges span everything. */
function listDrafts({ operation }: OperationEntry, draft: RequestDraft): RequestDraft[] {
  const optional = operation.parameters.filter(
    ({ in: location, required, example }) => location === 'query' && !required && example !== undefined,
  )
  const isPaged = optional.some(({ name }) => name === 'page')
  const queries: Readonly<Record<string, unknown>>[] = [
    {},
    ...optional.filter(({ name }) => name !== 'page' && name !== 'per_page').map(({ name, example }) => ({ [name]: example })),
    ...(isPaged ? [{ per_page: 200 }, { per_page: 200, page: 25 }] : []),
  ]
  const [from, to] = operation.parameters.filter(({ in: location, schema }) => location === 'path' && schema.format === 'date')
  const path = { ...draft.path, ...(from && to && { [from.name]: '2000-01-01', [to.name]: '2099-12-31' }) }
  return queries.map((query) => ({ ...draft, path, query: { ...draft.query, ...query } }))
}

function translateDraft(entry: OperationEntry, fixture: FuzzFixture, example: RequestDraft): RequestDraft {
  const pathValues = fixture.listPathValues(entry)
  return fixture.ids.translate({ ...example, path: pathValues[1] ?? pathValues[0] ?? {} })
}
