/** Checks that a valid request succeeds, or is refused for a reason outside its schema and changes nothing. */
import { generateDraft, isValidDraft } from '../generate-draft.ts'
import { getMessage } from '../check-response.ts'
import type { SandboxResponse } from '../../../fixtures/test-sandbox.ts'
import { ContractViolation, recordResponse, type FuzzRun } from '../fuzz-run.ts'
import { hasOwnRefusal } from '../documented-refusals.ts'
import type { SnapshotName } from '../fuzz-fixture.ts'
import type { OperationEntry } from '../../../load-specification.ts'
import type { RequestDraft } from '../format-request.ts'
import { checkCreated } from './check-created.ts'
import * as fc from 'fast-check'

/** Share of the cases by snapshot. */
const caseShares: readonly (readonly [SnapshotName, number])[] = [
  ['world', 0.4],
  ['changed', 0.45],
  ['empty', 0.15],
]
/** Every nth refusal is followed by a comparison of the whole state. */
const refusalsPerStateCheck = 8

export async function checkValid(run: FuzzRun, entry: OperationEntry, cases: number): Promise<void> {
  const drafts = generateDraft(entry, run.fixture)
  let refused = 0
  for (const [snapshot, share] of caseShares) {
    await run.runCases(entry, `valid, ${snapshot}`, drafts, Math.ceil(cases * share), async (draft) => {
      fc.pre(isValidDraft(entry, draft, run.fixture.getSchemaTools(entry)))
      await run.restore(snapshot)
      const response = await run.send(entry, draft)
      recordResponse(run, entry, response)
      if (response.status < 400) {
        if (entry.operation.method !== 'get') run.markChanged()
        await checkCreated(run, entry, snapshot, draft, response)
        return
      }
      expectDocumentedRefusal(entry, draft, response)
      refused += 1
      if (refused % refusalsPerStateCheck === 0 && entry.operation.method !== 'get') await run.expectUnchanged(draft)
    })
  }
}

/** Messages of schema validators. Tools and models may be stricter than their schema. */
const schemaMessages =
  /: must be (?:string|integer|number|boolean|array|object|null)(?: or \w+)*(?:;|$)|must match (?:format|pattern)|must (?:NOT|not) have|: must be [<>]=? |must be equal to/

function expectDocumentedRefusal(entry: OperationEntry, draft: RequestDraft, response: SandboxResponse): void {
  const { api, operation } = entry
  const { status } = response
  const message = getMessage(response)
  const actual = `${status} ${message}`
  if (api.name === 'oauth') return
  if ((status === 400 || status === 401) && hasOwnRefusal(entry, status)) return
  // With a body, 400 means invalid JSON; other operations define their own reasons.
  if ((status === 400 && draft.body !== undefined) || status === 401 || status === 405 || status === 413 || status === 415)
    throw new ContractViolation(draft, 'an accepted valid request', actual)
  if (status === 403 && message === 'You do not have access for the attempted action.')
    throw new ContractViolation(draft, 'no 403 for the full token', actual)
  if (status === 422 && ((api.name === 'control' && schemaMessages.test(message)) || !/\w+ \w+/.test(message)))
    throw new ContractViolation(draft, 'an error about a reference or a rule, because the schema matches', actual)
  if (status === 404 && operation.parameters.every((each) => each.in !== 'path') && !/\w+ \w+/.test(message))
    throw new ContractViolation(draft, 'no 404 for a path without an id', actual)
}
