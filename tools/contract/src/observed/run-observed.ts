/** Every row of spec/observed.tsv as a live request: the status, the error and the message by themselves, the rest by the row's case. */
import type { Outcome } from '../assurance/print-check.ts'
import { type Answer, type Cases, NotHeld, openProbe } from './probe.ts'
import type { Row } from './read-rows.ts'

/** What comes between the sandbox and the rows, to show that a wrong answer is found. */
export type Change = (answer: Answer) => Answer

export async function runObserved(rows: readonly Row[], cases: Cases, change?: Change): Promise<Outcome> {
  const known = new Map(rows.map((row) => [row.id, row]))
  const findings = Object.keys(cases).flatMap((id) => {
    const row = known.get(id)
    if (!row) return [`${id}: has a case, but no row in spec/observed.tsv.`]
    return row.exception === '' ? [] : [`${id}: has a case and an exception; take one of them away.`]
  })
  const wanted = rows.filter(({ exception }) => exception === '')
  let passed = 0
  for (const row of wanted) {
    const found = await runRow(row, cases, change)
    if (found === undefined) passed += 1
    else findings.push(`${row.id} (${row.method} ${row.path}, ${row.condition}): ${found}`)
  }
  return {
    check: 'observed',
    passed,
    total: wanted.length,
    findings,
    figures: { rows: rows.length, excepted: rows.length - wanted.length },
  }
}

/** What is not as the row says; undefined when it holds. */
async function runRow(row: Row, cases: Cases, change: Change | undefined): Promise<string | undefined> {
  const show = cases[row.id]
  if (!show) return 'has no case in tools/contract/src/observed/cases, and no reason in its column `exception`.'
  const probe = openProbe(change)
  try {
    const fault = compare(row, await show(probe))
    if (fault !== undefined) return fault
  } catch (error) {
    if (error instanceof NotHeld) return error.message
    throw error
  }
  const saysNothing = row.status === '' && row.error === '' && row.message === ''
  if ((row.fact !== '' || saysNothing) && probe.looked.count === 0) return 'its case never looks at what the row says (`probe.holds`).'
  return undefined
}

function compare({ status, error, message }: Row, answer: Answer): string | undefined {
  if (status !== '' && !status.split('|').includes(String(answer.status))) return `expected ${status}, got ${answer.status}: ${answer.text}`
  if (error !== '' && answer.body?.id !== error) return `expected the id ${error}, got ${answer.text}`
  if (message !== '' && !isMessage(message, answer.body?.message)) return `expected the message "${message}", got ${answer.text}`
  return undefined
}

/** `invalid address: {address}` → `^invalid address: .+$`; `…not found` → `not found$` */
export function isMessage(pattern: string, message: unknown): boolean {
  if (typeof message !== 'string') return false
  const opened = pattern.startsWith('…')
  const closed = pattern.endsWith('…')
  const inner = pattern.slice(opened ? 1 : 0, closed ? -1 : undefined)
  const source = inner
    .split(/\{[^}]*\}/)
    .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`))
    .join('.+')
  return new RegExp(`${opened ? '' : '^'}${source}${closed ? '' : '$'}`, 'u').test(message)
}
