/** One call of an operation with one of its examples, as a request and as what its reply is compared with. */
import type { NamedExample } from '../../../../generators/model/api-model.ts'
import { buildRequest, sentContent, type SampleRequest } from '../build-request.ts'
import type { OperationEntry } from '../load-specification.ts'
import type { Answer } from '../mock/faces.ts'
import type { Precondition, Preconditions } from './preconditions.ts'
import type { Given } from './preconditions.ts'

export interface Step {
  readonly entry: OperationEntry
  /** Of the body; without one there is no body. */
  readonly example?: NamedExample
  /** Without its preconditions. */
  readonly asItIs?: true
  /** In place of the examples' own values; `undefined` leaves one out. */
  readonly given?: Given
}

export function stepsOf(entry: OperationEntry): Step[] {
  const examples = sentContent(entry.operation)?.examples ?? []
  return examples.length === 0 ? [{ entry }] : examples.map((example) => ({ entry, example }))
}

/** `operation:example`, or the first of its examples when none is named. */
export function findStep(title: string, entries: readonly OperationEntry[]): Step {
  const [id, name] = title.split(':')
  const entry = entries.find(({ operation }) => operation.id === id)
  const step = entry && stepsOf(entry).find(({ example }) => name === undefined || example?.name === name)
  if (!step) throw new Error(`A world is to call ${title}, which the specification does not have.`)
  return step
}

export function titleOf({ entry, example }: Step): string {
  return example ? `${entry.operation.id}:${example.name}` : entry.operation.id
}

/** What holds for the operation, and above it what holds for this example. */
export function preconditionOf(step: Step, preconditions: Preconditions): Precondition {
  if (step.asItIs) return {}
  return { ...preconditions[step.entry.operation.id], ...preconditions[titleOf(step)] }
}

export function requestOf(step: Step, precondition: Precondition): SampleRequest {
  const { operation } = step.entry
  const sample = buildRequest(operation)
  const isBinary = sentContent(operation)?.schema.format === 'binary'
  const bodies = [isBinary ? undefined : step.example?.value, precondition.body, step.given?.body].filter((body) => body !== undefined)
  const body: unknown = bodies.length > 1 ? Object.assign({}, ...bodies) : bodies[0]
  return {
    path: { ...sample.path, ...precondition.path, ...step.given?.path },
    query: { ...sample.query, ...precondition.query, ...step.given?.query },
    ...(sample.header && { header: sample.header }),
    ...(isBinary ? { body: sample.body } : body !== undefined && { body }),
  }
}

/** Of the examples of the reply, the one with the request's name, otherwise the first. */
export function exampleReplyOf({ entry, example }: Step, status: number): unknown {
  const examples = entry.operation.replies.find((reply) => reply.status === String(status))?.content[0]?.examples ?? []
  return (examples.find(({ name }) => name === example?.name) ?? examples[0])?.value
}

export const succeeded = ({ status }: { readonly status: number }): boolean => status < 400

/** What a refusal says. */
export function messageOf({ body, status }: Answer): string {
  if (status < 400) return ''
  const { message, error_description: description } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  return String(message ?? description ?? body)
}
