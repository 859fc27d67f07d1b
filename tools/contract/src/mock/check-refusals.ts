/** Checks errors of the mock: a missing token and an invalid body. Also checks HEAD. */
import { buildRequest, sentContent } from '../build-request.ts'
import { checkHeadReply, checkReply } from '../check-reply.ts'
import type { OperationEntry } from '../load-specification.ts'
import { createSchemaValidator } from '../schema-validator.ts'
import type { CallOperation } from './operation-caller.ts'

/** True if every way of calling the operation needs a credential. */
export function needsToken({ operation: { security } }: OperationEntry): boolean {
  return security.length > 0 && security.every((schemes) => Object.keys(schemes).length > 0)
}

export async function checkNoToken(entry: OperationEntry, call: CallOperation): Promise<string[]> {
  const reply = await call(entry, buildRequest(entry.operation), { authorization: undefined })
  return expectStatus(401, reply.status) ?? checkReply(entry, reply)
}

/** True if the request has a JSON body. */
export function hasJsonBody({ operation }: OperationEntry): boolean {
  return sentContent(operation)?.mediaType === 'application/json'
}

/** @param callWithBrokenJson sends invalid JSON as the body */
export async function checkBrokenJson(entry: OperationEntry, callWithBrokenJson: CallOperation): Promise<string[]> {
  const reply = await callWithBrokenJson(entry, buildRequest(entry.operation))
  return expectStatus(400, reply.status) ?? checkReply(entry, reply)
}

/** Expects 422 where it is documented, otherwise 400. */
export async function checkBrokenBody(entry: OperationEntry, call: CallOperation): Promise<string[]> {
  const reply = await call(entry, { ...buildRequest(entry.operation), body: breakBody(entry) })
  const refusal = entry.operation.replies.some(({ status }) => status === '422') ? 422 : 400
  return expectStatus(refusal, reply.status) ?? checkReply(entry, reply)
}

/** Returns the first example with one fault: a property with a wrong type, a missing property, or an array in place of the object. */
function breakBody({ api, operation }: OperationEntry): unknown {
  const { validate } = createSchemaValidator(api)
  const content = sentContent(operation)
  const example = content?.examples[0]?.value
  if (!content || example === undefined) throw new Error(`${operation.id} has no example of a request body.`)
  const properties = typeof example === 'object' && example !== null ? Object.entries(example as Record<string, unknown>) : []
  const candidates = [
    ...properties.map(([name]) => ({ ...(example as object), [name]: { unexpected: [] } })),
    ...properties.map(([name]) => Object.fromEntries(properties.filter(([other]) => other !== name))),
    [],
    'not an object',
  ]
  const broken = candidates.find((candidate) => validate(content.schema, candidate).length > 0)
  if (broken === undefined) throw new Error(`${operation.id} accepts any body at all. Its schema should say what it takes.`)
  return broken
}

/** @param callWithHead sends HEAD in place of GET */
export async function checkHead(entry: OperationEntry, callWithHead: CallOperation): Promise<string[]> {
  const reply = await callWithHead(entry, buildRequest(entry.operation))
  const expected = Number(entry.operation.replies.find(({ status }) => /^[23]/.test(status))?.status)
  return expectStatus(expected, reply.status) ?? checkHeadReply(entry, reply)
}

function expectStatus(expected: number, actual: number): string[] | undefined {
  return actual === expected ? undefined : [`expected status ${expected}, found ${actual}`]
}
