/** Checks that an unsupported method returns 405 and an Allow header. */
import type { OperationEntry } from '../../../load-specification.ts'
import { listExamples } from '../list-examples.ts'
import { ContractViolation, type FuzzRun } from '../fuzz-run.ts'
import { formatAuthorization, emptyDraft } from '../format-request.ts'

/** Download paths of files are not part of the specification. */
const exempt: ReadonlySet<string> = new Set(['GET /v1/batches/files/{file_id}/content'])
const candidates = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'] as const

/** @param siblings all operations of the path */
export async function checkMethods(run: FuzzRun, siblings: readonly OperationEntry[]): Promise<void> {
  const [entry] = siblings
  if (!entry) return
  const declared = new Set(siblings.map(({ operation }) => operation.method.toUpperCase()))
  const allowed = [...declared, ...(declared.has('GET') ? ['HEAD'] : []), 'OPTIONS'].toSorted()
  const draft = { ...run.fixture.ids.translate(listExamples(entry)[0] ?? emptyDraft), body: undefined }
  const authorization = formatAuthorization(entry, run.fixture.sandbox.keys) ?? null
  await run.restore('world')
  for (const method of candidates) {
    if (declared.has(method) || exempt.has(`${method} ${entry.operation.path}`)) continue
    await run.runCase(entry, 'methods', async () => {
      const { status, headers } = await run.send(entry, draft, { method, authorization })
      const methods = (headers.get('allow') ?? '').split(/, */).toSorted()
      if (status !== 405) throw new ContractViolation(`${method} ${entry.operation.path}`, '405', String(status))
      if (methods.join() !== allowed.join())
        throw new ContractViolation(`${method} ${entry.operation.path}`, `Allow: ${allowed.join()}`, methods.join())
    })
  }
}
