/** Who must not be let in: nobody, a stranger, one who was, one with a key of another kind, one who may only read. */
import type { OperationEntry } from '../../../load-specification.ts'
import { listExamples } from '../list-examples.ts'
import { Breach, type Run } from '../fuzz-run.ts'
import { accessOf, emptyDraft } from '../format-request.ts'

export async function checkCallers(run: Run, entry: OperationEntry): Promise<void> {
  const access = accessOf(entry)
  if (access === 'open') return
  const { platform, expired, revoked, ids } = run.ctx
  const { full, read, inference } = platform.keys
  const draft = ids.translate(listExamples(entry)[0] ?? emptyDraft)
  const unwelcome: readonly (readonly [who: string, authorization: string | null, status: number])[] = [
    ['no token', null, 401],
    ['a token that nobody has', `Bearer dop_v1_${'0'.repeat(64)}`, 401],
    ['another scheme', `Basic ${access === 'inference' ? inference : full}`, 401],
    ['an expired token', `Bearer ${expired}`, 401],
    ['a revoked token', `Bearer ${revoked}`, 401],
    ['a key of another kind', `Bearer ${access === 'inference' ? full : inference}`, 401],
    ...(access === 'write' ? [['a token that may only read', `Bearer ${read}`, 403] as const] : []),
  ]
  await run.open('made')
  for (const [who, authorization, wanted] of unwelcome) {
    await run.attempt(entry, 'callers', async () => {
      const { status, headers } = await run.ask(entry, draft, { authorization })
      if (status !== wanted) {
        run.touch()
        throw new Breach(who, String(wanted), String(status))
      }
      if (wanted === 401 && headers.get('www-authenticate') === null) throw new Breach(who, 'www-authenticate', 'none')
    })
  }
}
