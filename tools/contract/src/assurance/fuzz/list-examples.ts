/** Lists the body examples of an operation with its required parameters. */
import { sentContent } from '../../build-request.ts'
import type { OperationEntry } from '../../load-specification.ts'
import { type RequestDraft, emptyDraft } from './format-request.ts'

export function listExamples({ operation }: OperationEntry): RequestDraft[] {
  const draft = operation.parameters
    .filter(({ required, example }) => required && example !== undefined)
    .reduce<RequestDraft>(
      (merged, { in: location, name, example }) => ({ ...merged, [location]: { ...merged[location], [name]: example } }),
      emptyDraft,
    )
  const bodies = sentContent(operation)?.examples ?? []
  return bodies.length === 0 ? [draft] : bodies.map(({ value }) => ({ ...draft, body: value }))
}
