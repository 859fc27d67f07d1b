/** Nobody finds, uses or changes what belongs to another account. */
import type { OperationEntry } from '../../../load-specification.ts'
import { listExamples } from '../populate.ts'
import { Breach, type Run } from '../run.ts'
import { accessOf, authorize, type Draft } from '../write-request.ts'

export async function checkStranger(run: Run, entry: OperationEntry): Promise<void> {
  const { cast, paths, stranger } = run.world
  if (accessOf(entry) === 'open' || entry.api.name === 'oauth') return
  const isAbout = entry.operation.path.includes('{')
  const [place = {}] = paths.get(entry.operation.path) ?? []
  for (const shown of listExamples(entry)) {
    const draft: Draft = { ...cast.play(shown), ...(isAbout && { path: place }) }
    // Only what the story has made is somebody's; a region is everybody's.
    if (JSON.stringify(draft) === JSON.stringify(shown)) continue
    await run.attempt(entry, 'stranger', async () => {
      await run.open('made')
      const own = await run.ask(entry, draft)
      if (own.status >= 300) return
      if (entry.operation.method !== 'get') run.touch()
      // A thing that is there on the first day belongs to everyone.
      await run.open('empty')
      const first = await run.ask(entry, draft)
      if (first.status < 300) {
        run.touch()
        return
      }
      await run.open('made')
      const { status } = await run.ask(entry, draft, { authorization: authorize(entry, stranger) ?? null })
      if (status < 400) run.touch()
      const wanted = isAbout ? [404] : [404, 422, 409, 403]
      if (!wanted.includes(status)) throw new Breach(draft, `${wanted.join(' or ')} for another account`, String(status))
      await run.expectUnchanged(draft)
    })
  }
}
