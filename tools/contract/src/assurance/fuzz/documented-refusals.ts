import type { OperationEntry } from '../../load-specification.ts'

/** What every operation says of these statuses. */
const general = new Set(['The body is not valid JSON.', 'Unable to authenticate you.'])

/** Whether the operation's own document shows a refusal with this status that others do not have. */
export function hasOwnRefusal({ operation }: OperationEntry, status: number): boolean {
  const [content] = operation.replies.find((reply) => reply.status === String(status))?.content ?? []
  return content?.examples.some(({ value }) => !general.has(String((value as { readonly message?: string }).message))) ?? false
}
