/** Checks that a request with one invalid value is rejected, the error names the field, and nothing changes. */
import * as fc from 'fast-check'
import { getValueMessages } from '../../../../../../generators/kit/get-messages.ts'
import type { SchemaObject } from '../../../../../../generators/model/json-schema.ts'
import type { OperationEntry } from '../../../load-specification.ts'
import { type BrokenDraft, breakDraft } from '../break-draft.ts'
import { generateDraft, isValidDraft } from '../generate-draft.ts'
import { createMessagePattern } from '@spindrift/testing/observed-rows'
import { getMessage } from '../check-response.ts'
import type { ResolveSchema } from '../resolve-schema.ts'
import { ContractViolation, type FuzzRun } from '../fuzz-run.ts'
import { hasOwnRefusal } from '../documented-refusals.ts'

export async function checkInvalid(run: FuzzRun, entry: OperationEntry, cases: number): Promise<void> {
  const tools = run.fixture.getSchemaTools(entry)
  const { resolve, requestValidator } = tools
  const drafts = fc.tuple(generateDraft(entry, run.fixture), fc.nat(100_000))
  if (
    !fc
      .sample(drafts, { numRuns: 20, seed: run.seed })
      .some(([draft, number]) => breakDraft(entry, draft, number, resolve, requestValidator))
  )
    return
  await run.restore('world')
  await run.runCases(entry, 'broken', drafts, cases, async ([draft, number]) => {
    fc.pre(isValidDraft(entry, draft, tools))
    const broken = breakDraft(entry, draft, number, resolve, requestValidator)
    fc.pre(broken !== undefined)
    const response = await run.send(entry, broken.draft)
    if (response.status < 400) run.markChanged()
    const expected = getExpectedStatuses(entry, broken)
    if (!expected.includes(response.status)) {
      await run.restore('world')
      throw new ContractViolation(
        { why: `${broken.field}: ${broken.reason}`, ...broken.draft },
        expected.join(' or '),
        `${response.status} ${getMessage(response)}`,
      )
    }
    if (broken.isUnknownId || isRecordedMessage(entry, getMessage(response), resolve)) return
    const message = getMessage(response).toLowerCase()
    const isNamed = [broken.field, ...(broken.alternativeFields ?? [])].some((name) => message.includes(name.toLowerCase()))
    if (entry.api.name !== 'oauth' && !isNamed)
      throw new ContractViolation({ why: broken.reason, ...broken.draft }, `a refusal that names ${broken.field}`, getMessage(response))
  })
}

const isRecordedMessage = ({ operation }: OperationEntry, message: string, resolve: ResolveSchema) =>
  listRecordedMessages(operation.body?.content[0]?.schema ?? {}, resolve).some((sentence) =>
    message.split('; ').some((part) => createMessagePattern(sentence).test(part)),
  )

/** Error messages recorded from the platform for values of the body. */
function listRecordedMessages(schema: SchemaObject, resolve: ResolveSchema, depth = 0): readonly string[] {
  const { oneOf = [], properties = {} } = resolve(schema)
  const inside = Object.values(properties).flatMap((property) => [property, resolve(property).items ?? {}])
  const parts = depth < maxDepth ? [...oneOf, ...inside] : []
  return [...inside.flatMap(getRecordedMessages), ...parts.flatMap((part) => listRecordedMessages(part, resolve, depth + 1))]
}

/** Limit for recursive schemas. */
const maxDepth = 5

function getRecordedMessages(schema: SchemaObject): string[] {
  const messages = getValueMessages(schema) ?? {}
  return typeof messages === 'string' ? [messages] : Object.values(messages)
}

/** The authorization server uses the error codes of its RFCs. */
function getExpectedStatuses(entry: OperationEntry, { isUnknownId }: BrokenDraft): readonly number[] {
  if (isUnknownId) return [404]
  if (entry.api.name === 'oauth') return [400, 401]
  return [422, ...[400, 404].filter((status) => (entry.operation.body || status === 400) && hasOwnRefusal(entry, status))]
}
