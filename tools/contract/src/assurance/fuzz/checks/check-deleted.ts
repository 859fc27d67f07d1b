/** After a thing was deleted, it and everything under it is 404, and deleting it again is too. */
import type { OperationEntry } from '../../../load-specification.ts'
import { listExamples } from '../list-examples.ts'
import { Breach, recordAnswer, type Run } from '../fuzz-run.ts'
import { type Draft, emptyDraft } from '../format-request.ts'

/** The platform was seen to delete a tag that is not there all the same. */
const deletedAgain: ReadonlySet<string> = new Set(['registries_tags_delete', 'registries_legacy_tags_delete'])

/** What deletes something over time is done after so long. */
const patience = 7200

export async function checkDeleted(run: Run, entry: OperationEntry, max: number): Promise<void> {
  const { operation } = entry
  if (operation.method !== 'delete' || operation.effect?.kind !== 'deletes' || !operation.path.endsWith('}')) return
  const { ids, placesOf, platform, entries } = run.ctx
  const under = entries.filter(
    (each) => each.api === entry.api && (each.operation.path === operation.path || each.operation.path.startsWith(`${operation.path}/`)),
  )
  for (const path of placesOf(entry).slice(0, max)) {
    await run.open('made')
    const [shown = emptyDraft] = listExamples(entry)
    const draft: Draft = { ...ids.translate(shown), path }
    await run.attempt(entry, 'deleted', async () => {
      const answer = await run.ask(entry, draft)
      recordAnswer(run, entry, answer)
      if (answer.status >= 300) return
      run.touch()
      await platform.advance(patience)
      for (const each of under)
        if (!makesAnew(each, entry) && !(each === entry && deletedAgain.has(operation.id))) await expectGone(run, each, path)
    })
  }
}

/** A POST to the address of what was deleted puts it there again. */
const makesAnew = ({ operation: { method, path } }: OperationEntry, deleted: OperationEntry) =>
  method === 'post' && path === deleted.operation.path

async function expectGone(run: Run, entry: OperationEntry, path: Draft['path']): Promise<void> {
  const [shown = emptyDraft] = listExamples(entry)
  const draft = run.ctx.ids.translate(shown)
  const { status } = await run.ask(entry, { ...draft, path: { ...draft.path, ...path } })
  if (status !== 404) throw new Breach(path, `404 from ${entry.operation.id} after the deletion`, String(status))
}
