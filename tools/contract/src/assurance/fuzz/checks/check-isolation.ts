/** Checks that no account can find, use or change the objects of another. */
import type { OperationEntry } from '../../../load-specification.ts'
import { listExamples } from '../list-examples.ts'
import { ContractViolation, type FuzzRun } from '../fuzz-run.ts'
import { hasOwnRefusal } from '../documented-refusals.ts'
import { getRequiredAccess, formatAuthorization, type RequestDraft } from '../format-request.ts'

export async function checkIsolation(run: FuzzRun, entry: OperationEntry): Promise<void> {
  const { ids, listPathValues, otherAccount } = run.fixture
  if (getRequiredAccess(entry) === 'open' || entry.api.name === 'oauth') return
  const isAbout = entry.operation.path.includes('{')
  const [place = {}] = listPathValues(entry)
  const own = [isAbout ? 403 : 401].filter((status) => hasOwnRefusal(entry, status))
  const expected = isAbout ? [404, ...own] : [403, 404, 409, 412, 422, ...own]
  for (const example of listExamples(entry)) {
    const draft: RequestDraft = { ...ids.translate(example), ...(isAbout && { path: place }) }
    await run.runCase(entry, 'stranger', async () => {
      await run.restore('world')
      const { status } = await run.send(entry, draft, { authorization: formatAuthorization(entry, otherAccount) ?? null })
      if (status < 400) run.markChanged()
      if (!expected.includes(status) && (await isOwnedByFirstAccount(run, entry, draft)))
        throw new ContractViolation(draft, `${expected.join(' or ')} for another account`, String(status))
    })
  }
}

/** True if the first account can do this, and could not without its objects: those of the catalog are shared. */
async function isOwnedByFirstAccount(run: FuzzRun, entry: OperationEntry, draft: RequestDraft): Promise<boolean> {
  for (const [snapshot, isPossible] of [
    ['world', true],
    ['empty', false],
  ] as const) {
    await run.restore(snapshot)
    const { status } = await run.send(entry, draft)
    if (status < 400 && entry.operation.method !== 'get') run.markChanged()
    if (status < 400 !== isPossible) return false
  }
  return true
}
