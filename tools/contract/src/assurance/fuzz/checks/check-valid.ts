/**
 * A request that keeps the specification is taken: it is done, or refused with a sentence about something that it could not know, and
 * then nothing has changed. What was made is there afterwards.
 */
import { generateDraft, isValidDraft } from '../generate-draft.ts'
import { messageOf } from '../check-response.ts'
import type { Answer } from '../test-sandbox.ts'
import { Breach, recordAnswer, type Run } from '../fuzz-run.ts'
import { saysWhen } from '../documented-refusals.ts'
import type { Moment } from '../fuzz-fixture.ts'
import type { OperationEntry } from '../../../load-specification.ts'
import type { Draft } from '../format-request.ts'
import { checkCreated } from './check-created.ts'
import * as fc from 'fast-check'

/** How the cases are shared out over the moments. */
const shares: readonly (readonly [Moment, number])[] = [
  ['made', 0.4],
  ['changed', 0.45],
  ['empty', 0.15],
]
/** One of so many refusals is followed by a look at the whole state. */
const sampled = 8

export async function checkValid(run: Run, entry: OperationEntry, cases: number): Promise<void> {
  const drafts = generateDraft(entry, run.ctx)
  let refused = 0
  for (const [moment, share] of shares) {
    await run.explore(entry, `valid, ${moment}`, drafts, Math.ceil(cases * share), async (draft) => {
      fc.pre(isValidDraft(entry, draft, run.ctx.toolsOf(entry)))
      await run.open(moment)
      const answer = await run.ask(entry, draft)
      recordAnswer(run, entry, answer)
      if (answer.status < 400) {
        if (entry.operation.method !== 'get') run.touch()
        await checkCreated(run, entry, moment, draft, answer)
        return
      }
      expectReason(entry, draft, answer)
      refused += 1
      if (refused % sampled === 0 && entry.operation.method !== 'get') await run.expectUnchanged(draft)
    })
  }
}

/** What validators say of values that break a schema. Tools and models take what is narrower than their own schema says. */
const schematic =
  /: must be (?:string|integer|number|boolean|array|object|null)(?: or \w+)*(?:;|$)|must match (?:format|pattern)|must (?:NOT|not) have|: must be [<>]=? |must be equal to/

function expectReason(entry: OperationEntry, draft: Draft, answer: Answer): void {
  const { api, operation } = entry
  const { status } = answer
  const message = messageOf(answer)
  const got = `${status} ${message}`
  if (api.name === 'oauth') return
  if ((status === 400 || status === 401) && saysWhen(entry, status)) return
  // Where a body is sent, 400 says that it is no JSON; elsewhere operations have reasons of their own.
  if ((status === 400 && draft.body !== undefined) || status === 401 || status === 405 || status === 413 || status === 415)
    throw new Breach(draft, 'that a valid request is taken', got)
  if (status === 403 && message === 'You do not have access for the attempted action.')
    throw new Breach(draft, 'no 403 for the full token', got)
  if (status === 422 && ((api.name === 'control' && schematic.test(message)) || !/\w+ \w+/.test(message)))
    throw new Breach(draft, 'a sentence about a reference or a rule, as the schema is kept', got)
  if (status === 404 && operation.parameters.every((each) => each.in !== 'path') && !/\w+ \w+/.test(message))
    throw new Breach(draft, 'something at an address without an id', got)
}
