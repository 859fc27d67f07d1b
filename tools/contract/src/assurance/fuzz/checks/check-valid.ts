/**
 * A request that keeps the specification is taken: it is done, or refused with a sentence about something that it could not know, and
 * then nothing has changed. What was made is there afterwards.
 */
import { drawDraft } from '../draw-draft.ts'
import { messageOf } from '../judge.ts'
import type { Answer } from '../open-platform.ts'
import { Breach, noteAnswer, type Run } from '../run.ts'
import type { Chapter } from '../world.ts'
import type { OperationEntry } from '../../../load-specification.ts'
import type { Draft } from '../write-request.ts'
import { sentContent } from '../../../build-request.ts'
import { checkCreated } from './check-created.ts'
import * as fc from 'fast-check'

/** How the cases are shared out over the chapters of the story. */
const shares: readonly (readonly [Chapter, number])[] = [
  ['made', 0.6],
  ['lived', 0.25],
  ['empty', 0.15],
]
/** One of so many refusals is followed by a look at the whole state. */
const sampled = 8

export async function checkValid(run: Run, entry: OperationEntry, cases: number): Promise<void> {
  const { cast, paths, toolsOf } = run.world
  const drafts = drawDraft(entry, paths, cast, toolsOf(entry).drawValue)
  let refused = 0
  for (const [chapter, share] of shares) {
    await run.explore(entry, `valid, ${chapter}`, drafts, Math.ceil(cases * share), async (draft) => {
      fc.pre(isValid(run, entry, draft))
      await run.open(chapter)
      const answer = await run.ask(entry, draft)
      noteAnswer(run, entry, answer)
      if (answer.status < 400) {
        if (entry.operation.method !== 'get') run.touch()
        await checkCreated(run, entry, chapter, draft, answer)
        return
      }
      expectReason(entry, draft, answer)
      refused += 1
      if (refused % sampled === 0 && entry.operation.method !== 'get') await run.expectUnchanged(draft)
    })
  }
}

function isValid(run: Run, entry: OperationEntry, { body }: Draft): boolean {
  const content = sentContent(entry.operation)
  if (!content || body === undefined || content.mediaType === 'application/octet-stream') return true
  return run.world.toolsOf(entry).validator.validate(content.schema, JSON.parse(JSON.stringify(body))).length === 0
}

/** What validators say of values that break a schema. */
const schematic = /: must be (?:string|integer|number|boolean|array|object|null)(?: or \w+)*(?:;|$)|must match (?:format|pattern)|must NOT have|: must be [<>]=? |must be equal to/

function expectReason({ api, operation }: OperationEntry, draft: Draft, answer: Answer): void {
  const { status } = answer
  const message = messageOf(answer)
  const got = `${status} ${message}`
  if (api.name === 'oauth') return
  if (status === 400 || status === 401 || status === 405 || status === 413 || status === 415)
    throw new Breach(draft, 'that a valid request is taken', got)
  if (status === 403 && message === 'You do not have access for the attempted action.') throw new Breach(draft, 'no 403 for the full token', got)
  if (status === 422 && (schematic.test(message) || !/\w+ \w+/.test(message)))
    throw new Breach(draft, 'a sentence about a reference or a rule, as the schema is kept', got)
  if (status === 404 && operation.parameters.every((each) => each.in !== 'path') && !/\w+ \w+/.test(message))
    throw new Breach(draft, 'something at an address without an id', got)
}
