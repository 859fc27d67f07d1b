/** Checks that a token allows exactly its scopes. A full token calls every operation first, so that the compared response is meaningful. */
import { loadSpecification, type OperationEntry } from '../../load-specification.ts'
import { type SandboxResponse, compareStates, type Fetch, type SandboxRequest } from '../../fixtures/test-sandbox.ts'
import { listExamples } from '../fuzz/list-examples.ts'
import { createFuzzFixture, type FuzzFixture } from '../fuzz/fuzz-fixture.ts'
import { getRequiredAccess, formatAuthorization, formatRequest } from '../fuzz/format-request.ts'
import { formatFinding, type VerificationResult } from '../print-result.ts'
import { createTokens, type ScopedTokens } from './create-tokens.ts'

export interface ScopesOptions {
  readonly seed: number
  /** Ids of operations; all by default. */
  readonly operations?: readonly string[] | undefined
  /** Changes requests or responses, for tests with a faulty server. */
  readonly wrap?: (fetch: Fetch) => Fetch
  /** Creates or shares a sandbox with the objects of the examples. */
  readonly openFixture?: typeof createFuzzFixture
}

/** Snapshot for all requests. */
const snapshotName = 'scoped'

export async function runScopes({ seed, operations, wrap, openFixture = createFuzzFixture }: ScopesOptions): Promise<VerificationResult> {
  const { entries } = loadSpecification()
  const chosen = entries.filter(({ operation: { id } }) => operations?.includes(id) ?? true)
  if (chosen.length < (operations?.length ?? 0)) throw new Error(`The specification does not have all of these: ${operations?.join(', ')}.`)
  await using fixture = await openFixture({ seed, ...(wrap && { wrap }) })
  const { sandbox } = fixture
  await sandbox.restore('world')
  const tokens = await createTokens(chosen, sandbox)
  await sandbox.save(snapshotName)
  const findings: string[] = []
  const counts = { declared: 0, refused: 0, succeeded: 0, undeclared: 0 }
  let passed = 0
  for (const entry of chosen) {
    const own = await checkOperation(fixture, entry, tokens)
    const isDeclared = entry.operation.scopes.length > 0
    counts[isDeclared ? 'declared' : 'undeclared'] += 1
    counts.refused += entry.operation.scopes.length
    if (own.status < 400) counts.succeeded += 1
    if (own.findings.length === 0) passed += 1
    findings.push(...own.findings.map(([token, expected, got]) => formatFinding(entry.operation.id, token, expected, got)))
  }
  findings.push(...sandbox.drainFailures().map((failure) => `Error of the sandbox: ${String(failure)}`))
  return { check: 'scopes', passed, total: chosen.length, findings, figures: { ...counts, seed } }
}

type ScopeFinding = readonly [token: string, expected: unknown, got: unknown]

interface OperationResult {
  /** Status for a full token. */
  readonly status: number
  readonly findings: readonly ScopeFinding[]
}

async function checkOperation(fixture: FuzzFixture, entry: OperationEntry, tokens: ScopedTokens): Promise<OperationResult> {
  const { sandbox } = fixture
  const { scopes } = entry.operation
  const findings: ScopeFinding[] = []
  const { request, response: full } = await findRequest(fixture, entry)
  // An open operation takes no personal token, or another kind of credential in its place.
  if (getRequiredAccess(entry) === 'open') return { status: full.status, findings }
  const exact = await sendToSnapshot(fixture, withToken(request, tokens.getExact(entry)))
  const expected = getExpectedStatus(entry, full)
  const name = scopes.length > 0 ? `a token of exactly ${scopes.join(' ')}` : 'a token of an unrelated scope'
  if (exact.status !== expected) findings.push([name, expected, `${exact.status} ${exact.text}`])
  if (scopes.length === 0) return { status: full.status, findings }
  await sandbox.restore(snapshotName)
  const before = await sandbox.readState()
  for (const scope of scopes) {
    const refused = await sandbox.send(withToken(request, tokens.getWithout(scope)))
    if (refused.status !== 403) findings.push([`a token of every scope but ${scope}`, 403, `${refused.status} ${refused.text}`])
  }
  const [difference] = compareStates(before, await sandbox.readState())
  if (difference !== undefined) findings.push(['refused requests', 'an unchanged state', difference])
  return { status: full.status, findings }
}

/**
 * An operation without declared scopes is open to any personal token, except those that need a model access key. A token can revoke only
 * itself.
 */
function getExpectedStatus(entry: OperationEntry, full: SandboxResponse): number {
  if (entry.operation.id === 'oauth_tokens_revoke') return 403
  return getRequiredAccess(entry) === 'inference' ? 401 : full.status
}

/** Returns the first successful request, or the last that was tried. */
async function findRequest(
  fixture: FuzzFixture,
  entry: OperationEntry,
): Promise<{ readonly request: SandboxRequest; readonly response: SandboxResponse }> {
  const pathValues = fixture.listPathValues(entry).slice(0, 3)
  const drafts = listExamples(entry).flatMap((example) => pathValues.map((path) => ({ ...fixture.ids.translate(example), path })))
  let last: { readonly request: SandboxRequest; readonly response: SandboxResponse } | undefined
  for (const draft of drafts.slice(0, 6)) {
    const request = formatRequest(entry, draft, formatAuthorization(entry, fixture.sandbox.keys))
    last = { request, response: await sendToSnapshot(fixture, request) }
    if (last.response.status < 400) return last
  }
  if (!last) throw new Error(`${entry.operation.id} has no example of a request.`)
  return last
}

async function sendToSnapshot({ sandbox }: FuzzFixture, request: SandboxRequest): Promise<SandboxResponse> {
  await sandbox.restore(snapshotName)
  return sandbox.send(request)
}

function withToken(request: SandboxRequest, token: string): SandboxRequest {
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }
}
