/**
 * Whether tokens with scopes may do what their scopes say and nothing else: every operation is asked in a world where everything was made, with a
 * full token first, so that what is compared is an answer that is about something.
 */
import { loadSpecification, type OperationEntry } from '../../load-specification.ts'
import { type Answer, compareStates, type Fetch, type Sent } from '../fuzz/test-sandbox.ts'
import { listExamples } from '../fuzz/list-examples.ts'
import { createWorld, type World } from '../fuzz/fuzz-fixture.ts'
import { accessOf, authorize, formatRequest } from '../fuzz/format-request.ts'
import { describeFinding, type Outcome } from '../print-result.ts'
import { createTokens, type ScopedTokens } from './create-tokens.ts'

export interface ScopesOptions {
  readonly seed: number
  /** Only these. */
  readonly operations?: readonly string[] | undefined
  /** Changes requests and answers on their way, to show that a server which is wrong is found. */
  readonly wrap?: (fetch: Fetch) => Fetch
}

/** The world in which all is asked. */
const moment = 'scoped'

export async function runScopes({ seed, operations, wrap }: ScopesOptions): Promise<Outcome> {
  const { entries } = loadSpecification()
  const chosen = entries.filter(({ operation: { id } }) => operations?.includes(id) ?? true)
  if (chosen.length < (operations?.length ?? 0)) throw new Error(`The specification does not have all of these: ${operations?.join(', ')}.`)
  await using ctx = await createWorld({ seed, ...(wrap && { wrap }) })
  const { platform } = ctx
  await platform.restore('made')
  const tokens = await createTokens(entries, platform)
  await platform.save(moment)
  const before = await platform.readState()
  const findings: string[] = []
  const counts = { declared: 0, refused: 0, succeeded: 0, undeclared: 0 }
  let passed = 0
  for (const entry of chosen) {
    const own = await checkOperation(ctx, entry, tokens, before)
    const isDeclared = entry.operation.scopes.length > 0
    counts[isDeclared ? 'declared' : 'undeclared'] += 1
    counts.refused += entry.operation.scopes.length
    if (own.status < 400) counts.succeeded += 1
    if (own.findings.length === 0) passed += 1
    findings.push(...own.findings.map(([token, expected, got]) => describeFinding(entry.operation.id, token, expected, got)))
  }
  findings.push(...platform.takeFailures().map((failure) => `Inside the sandbox: ${String(failure)}`))
  return { check: 'scopes', passed, total: chosen.length, findings, figures: { ...counts, seed } }
}

type Finding = readonly [token: string, expected: unknown, got: unknown]

interface Checked {
  /** What a full token was answered. */
  readonly status: number
  readonly findings: readonly Finding[]
}

async function checkOperation(ctx: World, entry: OperationEntry, tokens: ScopedTokens, before: ReadonlySet<string>): Promise<Checked> {
  const { platform } = ctx
  const { scopes } = entry.operation
  const findings: Finding[] = []
  const { sent, answer: full } = await findRequest(ctx, entry)
  const exact = await requestFresh(ctx, withToken(sent, tokens.exactly(entry)))
  const wanted = wantedOf(entry, full)
  const name = scopes.length > 0 ? `a token of exactly ${scopes.join(' ')}` : 'a token of a scope that has to do with nothing'
  if (exact.status !== wanted) findings.push([name, wanted, `${exact.status} ${exact.text}`])
  if (scopes.length === 0) return { status: full.status, findings }
  await platform.restore(moment)
  for (const scope of scopes) {
    const refused = await platform.send(withToken(sent, tokens.without(scope)))
    if (refused.status !== 403) findings.push([`a token of every scope but ${scope}`, 403, `${refused.status} ${refused.text}`])
  }
  const [difference] = compareStates(before, await platform.readState())
  if (difference !== undefined) findings.push(['what was refused', 'a state that is as it was', difference])
  return { status: full.status, findings }
}

/**
 * Where no scope is declared, everything that any personal token may ask is open to it, and what asks for a model access key is not. It ends no other
 * token than itself.
 */
function wantedOf(entry: OperationEntry, full: Answer): number {
  if (entry.operation.id === 'oauth_tokens_revoke') return 403
  return accessOf(entry) === 'inference' ? 401 : full.status
}

/** The first request about something that is there, else the last that was tried. */
async function findRequest(ctx: World, entry: OperationEntry): Promise<{ readonly sent: Sent; readonly answer: Answer }> {
  const places = ctx.placesOf(entry).slice(0, 3)
  const drafts = listExamples(entry).flatMap((shown) => places.map((path) => ({ ...ctx.ids.translate(shown), path })))
  let last: { readonly sent: Sent; readonly answer: Answer } | undefined
  for (const draft of drafts.slice(0, 6)) {
    const sent = formatRequest(entry, draft, authorize(entry, ctx.platform.keys))
    last = { sent, answer: await requestFresh(ctx, sent) }
    if (last.answer.status < 400) return last
  }
  if (!last) throw new Error(`${entry.operation.id} has no example to ask with.`)
  return last
}

async function requestFresh({ platform }: World, sent: Sent): Promise<Answer> {
  await platform.restore(moment)
  return platform.send(sent)
}

function withToken(sent: Sent, token: string): Sent {
  return { ...sent, headers: { ...sent.headers, authorization: `Bearer ${token}` } }
}
