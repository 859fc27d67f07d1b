/** A request with one thing wrong is refused, the refusal names it, and nothing has changed. */
import * as fc from 'fast-check'
import type { SchemaObject } from '../../../../../../generators/model/json-schema.ts'
import type { OperationEntry } from '../../../load-specification.ts'
import { type BrokenDraft, breakDraft } from '../break-draft.ts'
import { generateDraft, isValidDraft } from '../generate-draft.ts'
import { createMessagePattern } from '@spindrift/testing/observed-rows'
import { messageOf } from '../check-response.ts'
import type { OpenSchema } from '../resolve-schema.ts'
import { Breach, type Run } from '../fuzz-run.ts'
import { saysWhen } from '../documented-refusals.ts'

export async function checkBroken(run: Run, entry: OperationEntry, cases: number): Promise<void> {
  const tools = run.ctx.toolsOf(entry)
  const { open, requests } = tools
  const drafts = fc.tuple(generateDraft(entry, run.ctx), fc.nat(100_000))
  if (!fc.sample(drafts, { numRuns: 20, seed: run.seed }).some(([draft, number]) => breakDraft(entry, draft, number, open, requests)))
    return
  await run.open('made')
  await run.explore(entry, 'broken', drafts, cases, async ([draft, number]) => {
    fc.pre(isValidDraft(entry, draft, tools))
    const broken = breakDraft(entry, draft, number, open, requests)
    fc.pre(broken !== undefined)
    const answer = await run.ask(entry, broken.draft)
    if (answer.status < 400) run.touch()
    const expected = expectedStatuses(entry, broken)
    if (!expected.includes(answer.status)) {
      await run.open('made')
      throw new Breach(
        { why: `${broken.field}: ${broken.why}`, ...broken.draft },
        expected.join(' or '),
        `${answer.status} ${messageOf(answer)}`,
      )
    }
    if (broken.isNoId || isObserved(entry, messageOf(answer), open)) return
    const said = messageOf(answer).toLowerCase()
    const isNamed = [broken.field, ...(broken.others ?? [])].some((name) => said.includes(name.toLowerCase()))
    if (entry.api.name !== 'oauth' && !isNamed)
      throw new Breach({ why: broken.why, ...broken.draft }, `a refusal that names ${broken.field}`, messageOf(answer))
  })
}

const isObserved = ({ operation }: OperationEntry, message: string, open: OpenSchema) =>
  listSentences(operation.body?.content[0]?.schema ?? {}, open).some((sentence) =>
    message.split('; ').some((part) => createMessagePattern(sentence).test(part)),
  )

/** What the platform was seen to say of values of the body, whatever they are called. */
function listSentences(schema: SchemaObject, open: OpenSchema, depth = 0): readonly string[] {
  const { oneOf = [], properties = {} } = open(schema)
  const inside = Object.values(properties).flatMap((property) => [property, open(property).items ?? {}])
  const parts = depth < maxDepth ? [...oneOf, ...inside] : []
  return [...inside.flatMap(sentencesOf), ...parts.flatMap((part) => listSentences(part, open, depth + 1))]
}

/** Schemas that contain themselves come to an end. */
const maxDepth = 5

const sentencesOf = ({ 'x-refusal': refusal = {} }: SchemaObject) => (typeof refusal === 'string' ? [refusal] : Object.values(refusal))

/** The authorization server's errors are those of its standards. */
function expectedStatuses(entry: OperationEntry, { isNoId }: BrokenDraft): readonly number[] {
  if (isNoId) return [404]
  if (entry.api.name === 'oauth') return [400, 401]
  return [422, ...[400, 404].filter((status) => (entry.operation.body || status === 400) && saysWhen(entry, status))]
}
