/** Requests every documented reply of an operation from the mock and checks it. */
import { isDeepStrictEqual } from 'node:util'
import * as client from '@spindrift/client'
import type { MediaType, NamedExample, Reply } from '../../../../generators/model/api-model.ts'
import { buildRequest } from '../build-request.ts'
import { checkReply } from '../check-reply.ts'
import type { OperationEntry } from '../load-specification.ts'
import type { OperationReply, CallOperation } from './operation-caller.ts'

interface Scenario {
  readonly reply: Reply
  readonly content?: MediaType
  readonly example?: NamedExample
}

/** Status that selects the `default` reply. */
const unlistedStatus = 501

export interface ReplyChecks {
  readonly findings: readonly string[]
  /** Documented statuses that were requested. */
  readonly statuses: ReadonlySet<string>
}

export async function checkReplies(entry: OperationEntry, call: CallOperation): Promise<ReplyChecks> {
  const request = buildRequest(entry.operation)
  const scenarios = listScenarios(entry)
  const findings = await Promise.all(
    scenarios.map(async (scenario) => {
      const reply = await call(entry, request, createPreferHeaders(scenario))
      return checkScenario(entry, scenario, reply).map((finding) => `${formatTitle(scenario)}: ${finding}`)
    }),
  )
  return { findings: findings.flat(), statuses: new Set(scenarios.map(({ reply }) => reply.status)) }
}

/** Skips the `default` reply of operations without a success, which Prism treats as the success. */
function listScenarios({ operation: { replies } }: OperationEntry): Scenario[] {
  const succeeds = replies.some(({ status }) => status.startsWith('2'))
  return replies.filter(({ status }) => succeeds || status !== 'default').flatMap(listReplyScenarios)
}

function listReplyScenarios(reply: Reply): Scenario[] {
  if (reply.content.length === 0) return [{ reply }]
  return reply.content.flatMap((content): Scenario[] =>
    content.examples.length === 0 ? [{ reply, content }] : content.examples.map((example) => ({ reply, content, example })),
  )
}

function getRequestedStatus({ reply }: Scenario): number {
  return reply.status === 'default' ? unlistedStatus : Number(reply.status)
}

function createPreferHeaders({ content, example, ...scenario }: Scenario): Record<string, string> {
  const wishes = [`code=${getRequestedStatus(scenario)}`, ...(example ? [`example=${example.name}`] : [])]
  return { prefer: wishes.join(', '), ...(content && { accept: content.mediaType }) }
}

function formatTitle({ reply, content, example }: Scenario): string {
  return [reply.status, content?.mediaType, example?.name].filter(Boolean).join(' ')
}

function checkScenario(entry: OperationEntry, scenario: Scenario, reply: OperationReply): string[] {
  const status = getRequestedStatus(scenario)
  // The received body explains more than a list of differences.
  if (reply.status !== status) return [`expected status ${status}, found ${reply.status}: ${JSON.stringify(reply.body)?.slice(0, 300)}`]
  return [...checkReply(entry, reply), ...checkExample(scenario, reply), ...(reply.error ? checkError(reply, reply.error) : [])]
}

/** Checks that the body equals the requested example. */
function checkExample({ content, example }: Scenario, { body }: OperationReply): string[] {
  if (!content || !example) return []
  const text = !content.mediaType.includes('json')
  // The mock serializes other examples; their schema was checked.
  if (text && typeof example.value !== 'string') return []
  const received = body instanceof ArrayBuffer ? new TextDecoder().decode(body) : body
  return isDeepStrictEqual(received, example.value) ? [] : [`the body is not the example: ${JSON.stringify(received)?.slice(0, 300)}`]
}

const errorClasses: Readonly<Record<number, typeof client.HttpError>> = {
  400: client.BadRequestError,
  401: client.UnauthorizedError,
  403: client.ForbiddenError,
  404: client.NotFoundError,
  409: client.ConflictError,
  412: client.PreconditionFailedError,
  422: client.UnprocessableEntityError,
  429: client.RateLimitError,
}

/** Checks that the thrown error contains the information of the reply. */
function checkError({ status, headers, body }: OperationReply, error: client.HttpError): string[] {
  const Class = errorClasses[status] ?? (status >= 500 ? client.ServerError : client.HttpError)
  const {
    id,
    error: code,
    message,
    error_description: description,
  } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  return [
    ...(error.constructor === Class ? [] : [`status ${status} threw ${error.constructor.name}`]),
    ...(error.id === (id ?? code ?? '') ? [] : [`the error's id is "${error.id}", the body's ${JSON.stringify(id ?? code)}`]),
    ...(error.message.includes(String(message ?? description ?? '')) ? [] : [`the error's message lacks the body's: ${error.message}`]),
    ...(error.requestId === headers.get('x-request-id') ? [] : [`the error's requestId is "${error.requestId}"`]),
    ...(error.rateLimit?.limit === Number(headers.get('ratelimit-limit')) ? [] : ["the error's rateLimit is not the headers'"]),
  ]
}
