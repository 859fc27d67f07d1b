/** Checks that a deleted object, everything below it and a second deletion return 404. */
import type { OperationEntry } from '../../../load-specification.ts'
import { listExamples } from '../list-examples.ts'
import { ContractViolation, recordResponse, type FuzzRun } from '../fuzz-run.ts'
import { type RequestDraft, emptyDraft } from '../format-request.ts'

/** The real platform accepts the deletion of a missing tag. */
const deletableTwice: ReadonlySet<string> = new Set(['registries_tags_delete', 'registries_legacy_tags_delete'])

/** Seconds after which slow deletions are complete. */
const deletionSeconds = 7200

export async function checkDeleted(run: FuzzRun, entry: OperationEntry, max: number): Promise<void> {
  const { operation } = entry
  if (operation.method !== 'delete' || operation.effect?.kind !== 'deletes' || !operation.path.endsWith('}')) return
  const { ids, listPathValues, sandbox, entries } = run.fixture
  const under = entries.filter(
    (each) => each.api === entry.api && (each.operation.path === operation.path || each.operation.path.startsWith(`${operation.path}/`)),
  )
  for (const path of listPathValues(entry).slice(0, max)) {
    await run.restore('world')
    const [example = emptyDraft] = listExamples(entry)
    const draft: RequestDraft = { ...ids.translate(example), path }
    await run.runCase(entry, 'deleted', async () => {
      const response = await run.send(entry, draft)
      recordResponse(run, entry, response)
      if (response.status >= 300) return
      run.markChanged()
      await sandbox.advance(deletionSeconds)
      for (const each of under) if (!recreates(each, entry) && !deletableTwice.has(each.operation.id)) await expectGone(run, each, path)
    })
  }
}

/** A POST to the deleted path creates the object again. */
const recreates = ({ operation: { method, path } }: OperationEntry, deleted: OperationEntry) =>
  method === 'post' && path === deleted.operation.path

async function expectGone(run: FuzzRun, entry: OperationEntry, path: RequestDraft['path']): Promise<void> {
  const [example = emptyDraft] = listExamples(entry)
  const draft = run.fixture.ids.translate(example)
  const { status } = await run.send(entry, { ...draft, path: { ...draft.path, ...path } })
  if (status !== 404) throw new ContractViolation(path, `404 from ${entry.operation.id} after the deletion`, String(status))
}
