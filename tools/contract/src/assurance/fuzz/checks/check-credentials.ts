/** Checks that missing, unknown, expired, revoked and wrong credentials are rejected. */
import type { OperationEntry } from '../../../load-specification.ts'
import { listExamples } from '../list-examples.ts'
import { ContractViolation, type FuzzRun } from '../fuzz-run.ts'
import { getRequiredAccess, emptyDraft } from '../format-request.ts'

export async function checkCredentials(run: FuzzRun, entry: OperationEntry): Promise<void> {
  const access = getRequiredAccess(entry)
  if (access === 'open') return
  const { sandbox, expiredToken, revokedToken, ids } = run.fixture
  const { full, read, inference } = sandbox.keys
  const draft = ids.translate(listExamples(entry)[0] ?? emptyDraft)
  const unwelcome: readonly (readonly [who: string, authorization: string | null, status: number])[] = [
    ['no token', null, 401],
    ['an unknown token', `Bearer dop_v1_${'0'.repeat(64)}`, 401],
    ['another scheme', `Basic ${access === 'inference' ? inference : full}`, 401],
    ['an expired token', `Bearer ${expiredToken}`, 401],
    ['a revoked token', `Bearer ${revokedToken}`, 401],
    ['a key of another kind', `Bearer ${access === 'inference' ? full : inference}`, 401],
    ...(access === 'write' ? [['a token that may only read', `Bearer ${read}`, 403] as const] : []),
  ]
  await run.restore('world')
  for (const [who, authorization, expected] of unwelcome) {
    await run.runCase(entry, 'callers', async () => {
      const { status, headers } = await run.send(entry, draft, { authorization })
      if (status !== expected) {
        run.markChanged()
        throw new ContractViolation(who, String(expected), String(status))
      }
      if (expected === 401 && headers.get('www-authenticate') === null) throw new ContractViolation(who, 'www-authenticate', 'none')
    })
  }
}
