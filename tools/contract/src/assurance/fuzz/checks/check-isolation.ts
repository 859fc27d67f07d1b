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
  const [shownPlace = {}, realPlace = shownPlace] = listPathValues(entry)
  const expected = isAbout ? [404] : [403, 404, 409, 412, 422, ...(hasOwnRefusal(entry, 401) ? [401] : [])]
  for (const example of listExamples(entry)) {
    const draft: RequestDraft = { ...ids.translate(example), ...(isAbout && { path: realPlace }) }
    // Only created objects belong to an account; catalog objects are shared.
    if (JSON.stringify(draft) === JSON.stringify(example)) continue
    await run.runCase(entry, 'stranger', async () => {
      await run.restore('made')
      const { status } = await run.send(entry, draft, { authorization: formatAuthorization(entry, otherAccount) ?? null })
      if (status < 400) run.markChanged()
      if (!expected.includes(status) && (await isOwnedByFirstAccount(run, entry, draft)))
        throw new ContractViolation(draft, `${expected.join(' or ')} for another account`, String(status))
    })
  }
}

/** True if the first account can do this, and could not before it created its objects. */
async function isOwnedByFirstAccount(run: FuzzRun, entry: OperationEntry, draft: RequestDraft): Promise<boolean> {
  for (const [snapshot, isPossible] of [
    ['made', true],
    ['empty', false],
  ] as const) {
    await run.restore(snapshot)
    const { status } = await run.send(entry, draft)
    if (status < 400 && entry.operation.method !== 'get') run.markChanged()
    if (status < 400 !== isPossible) return false
  }
  return true
}
