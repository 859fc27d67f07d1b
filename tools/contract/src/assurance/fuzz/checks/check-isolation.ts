/** Nobody finds, uses or changes what belongs to another account. */
import type { OperationEntry } from '../../../load-specification.ts'
import { listExamples } from '../list-examples.ts'
import { Breach, type Run } from '../fuzz-run.ts'
import { saysWhen } from '../documented-refusals.ts'
import { accessOf, authorize, type Draft } from '../format-request.ts'

export async function checkStranger(run: Run, entry: OperationEntry): Promise<void> {
  const { ids, placesOf, stranger } = run.ctx
  if (accessOf(entry) === 'open' || entry.api.name === 'oauth') return
  const isAbout = entry.operation.path.includes('{')
  const [shownPlace = {}, realPlace = shownPlace] = placesOf(entry)
  const wanted = isAbout ? [404] : [403, 404, 409, 412, 422, ...(saysWhen(entry, 401) ? [401] : [])]
  for (const shown of listExamples(entry)) {
    const draft: Draft = { ...ids.translate(shown), ...(isAbout && { path: realPlace }) }
    // Only what the story has made is somebody's; a region is everybody's.
    if (JSON.stringify(draft) === JSON.stringify(shown)) continue
    await run.attempt(entry, 'stranger', async () => {
      await run.open('made')
      const { status } = await run.ask(entry, draft, { authorization: authorize(entry, stranger) ?? null })
      if (status < 400) run.touch()
      if (!wanted.includes(status) && (await isSomebodys(run, entry, draft)))
        throw new Breach(draft, `${wanted.join(' or ')} for another account`, String(status))
    })
  }
}

/** Whether the first account can do this, and only because of what it has made: what is there on the first day is everyone's. */
async function isSomebodys(run: Run, entry: OperationEntry, draft: Draft): Promise<boolean> {
  for (const [moment, isPossible] of [
    ['made', true],
    ['empty', false],
  ] as const) {
    await run.open(moment)
    const { status } = await run.ask(entry, draft)
    if (status < 400 && entry.operation.method !== 'get') run.touch()
    if (status < 400 !== isPossible) return false
  }
  return true
}
