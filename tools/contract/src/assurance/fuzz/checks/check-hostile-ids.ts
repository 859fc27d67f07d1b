/** Checks that hostile ids are rejected or not found. */
import type { OperationEntry } from '../../../load-specification.ts'
import { listExamples } from '../list-examples.ts'
import { ContractViolation, type FuzzRun } from '../fuzz-run.ts'
import { emptyDraft } from '../format-request.ts'

/** Percent-encoded path segments. */
const hostile = [
  '%00',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '%ff',
  '%zz',
  '%',
  '__proto__',
  'constructor',
  'toString',
  '%27%3B%20DROP%20TABLE%20rows%3B%20--',
  '-1',
  '0',
  '1e3',
  '9007199254740993',
  '%F0%9F%9A%80',
  'a'.repeat(4000),
  '*',
  '%3Cscript%3E',
  ';',
  '%0d%0aset-cookie:a=b',
  '%20',
] as const

export async function checkHostileIds(run: FuzzRun, entry: OperationEntry, max: number): Promise<void> {
  const { path } = entry.operation
  if (!path.includes('{')) return
  const draft = run.fixture.ids.translate(listExamples(entry)[0] ?? emptyDraft)
  await run.restore('made')
  // Each operation tries a few; all operations together try every id.
  const start = path.length % hostile.length
  for (let number = 0; number < max; number += 1) {
    const id = hostile[(start + number * 7) % hostile.length] ?? '%00'
    await run.runCase(entry, 'hostile id', async () => {
      const marked = { ...draft, path: Object.fromEntries(Object.keys(draft.path).map((name) => [name, 'hostile-id'])) }
      const { status } = await run.send(entry, marked, {
        rewrite: (request) => ({ ...request, path: request.path.replaceAll('hostile-id', id) }),
      })
      if (status < 400) run.markChanged()
      // A name may be any text of its schema, so a creation under it may succeed.
      if (status < 400 && entry.operation.method === 'get') throw new ContractViolation(id, 'a refusal', String(status))
    })
  }
}
