/** Copies the rows that one creation wrote, with new ids and names. Thousands of requests would write the same rows, but slowly. */
import type { DatabaseSync } from 'node:sqlite'

interface Row {
  readonly kind: string
  readonly parent: string
  readonly id: string
  readonly text: string
  readonly uniq: string | null
  readonly hidden: string | null
}

interface Job {
  readonly at: number
  readonly name: string
  readonly payload: string
  readonly account: string | null
}

/** Rows and jobs that one creation wrote. */
export interface RowTemplate {
  /** Kind of the created object. */
  readonly kind: string
  readonly rows: readonly Row[]
  readonly jobs: readonly Job[]
  /** Counters by the id that they gave. */
  readonly counters: ReadonlyMap<string, string>
}

/** Highest sequence numbers of a state. */
export interface SequenceMark {
  readonly row: number
  readonly job: number
}

/** Number in the names of the template and nowhere else. */
export const templateNumber = 99_999

export function readMark(database: DatabaseSync): SequenceMark {
  return database
    .prepare('SELECT (SELECT coalesce(max(seq), 0) FROM rows) AS row, (SELECT coalesce(max(seq), 0) FROM jobs) AS job')
    .get() as unknown as SequenceMark // columns of the statement
}

/** @returns undefined when no object of the kind was created */
export function readTemplate(database: DatabaseSync, kind: string, { row, job }: SequenceMark): RowTemplate | undefined {
  // The types match the columns of the statements, here and below.
  const rows = database
    .prepare('SELECT kind, parent, id, text, uniq, hidden FROM rows WHERE seq > ? ORDER BY seq')
    .all(row) as unknown as Row[]
  const jobs = database.prepare('SELECT at, name, payload, account FROM jobs WHERE seq > ? ORDER BY seq').all(job) as unknown as Job[]
  const replacements = database.prepare('SELECT name FROM counters WHERE value = ?')
  const counters = rows.flatMap(({ id }) => {
    const { name } = (/^\d+$/.test(id) ? replacements.get(Number(id)) : undefined) ?? {}
    return name === undefined ? [] : [[id, String(name)] as const]
  })
  return rows.some((each) => each.kind === kind) ? { kind, rows, jobs, counters: new Map(counters) } : undefined
}

/** @returns the number of new objects */
export function insertCopies(database: DatabaseSync, pattern: RowTemplate, first: number, end: number): number {
  const insert = database.prepare('INSERT OR IGNORE INTO rows (kind, parent, id, text, uniq, hidden) VALUES (?, ?, ?, ?, ?, ?)')
  const plan = database.prepare('INSERT INTO jobs (at, name, payload, account) VALUES (?, ?, ?, ?)')
  const numbers = createIdCounters(database, pattern)
  let created = 0
  for (let number = first; number < end; number += 1) {
    const { rows, jobs } = renderCopy(pattern, number, numbers)
    for (const { kind, parent, id, text, uniq, hidden } of rows) {
      const { changes } = insert.run(kind, parent, id, text, uniq, hidden)
      if (kind === pattern.kind) created += Number(changes)
    }
    // The platform allows only one, or one for each parent.
    if (created === 0) return 0
    for (const { at, name, payload, account } of jobs) plan.run(at, name, payload, account)
  }
  const set = database.prepare('UPDATE counters SET value = ? WHERE name = ?')
  for (const name of new Set(pattern.counters.values())) set.run(numbers(name), name)
  return created
}

/** Continues each counter. */
function createIdCounters(database: DatabaseSync, { counters }: RowTemplate): (name: string) => number {
  const read = database.prepare('SELECT value FROM counters WHERE name = ?')
  const last = new Map([...new Set(counters.values())].map((name) => [name, Number(read.get(name)?.['value'] ?? 0)]))
  return (name) => {
    const next = (last.get(name) ?? 0) + 1
    last.set(name, next)
    return next
  }
}

/** Renders a copy with its own ids and its number in names. */
export function renderCopy(
  { rows, jobs, counters }: RowTemplate,
  number: number,
  next: (counter: string) => number,
): Pick<RowTemplate, 'rows' | 'jobs'> {
  const digits = String(number).padStart(5, '0')
  const replacements = new Map<string, string>([[String(templateNumber), digits]])
  const short = new Map<string, string>()
  for (const { id } of rows) {
    const counter = counters.get(id)
    if (replacements.has(id) || short.has(id)) continue
    // Short numbers also occur as other values.
    if (counter !== undefined) (id.length < 5 ? short : replacements).set(id, String(next(counter)))
    else if (/^[0-9a-f]{8}[0-9a-f-]+$/.test(id)) replacements.set(id, `${(0xe0_00_00_00 + number).toString(16)}${id.slice(8)}`)
  }
  const idPattern = new RegExp(`(?<![0-9A-Za-z])(?:${[...replacements.keys()].join('|')})(?![0-9A-Za-z])`, 'g')
  const change = (text: string) => text.replaceAll(idPattern, (id) => replacements.get(id) ?? id)
  return {
    rows: rows.map(({ kind, parent, id, text, uniq, hidden }) => ({
      kind,
      parent: change(parent),
      id: short.get(id) ?? change(id),
      text: change(text),
      uniq: uniq === null ? null : change(uniq),
      hidden: hidden === null ? null : change(hidden),
    })),
    jobs: jobs.map((job) => ({ ...job, payload: change(job.payload) })),
  }
}
