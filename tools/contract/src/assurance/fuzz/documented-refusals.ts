import type { OperationEntry } from '../../load-specification.ts'

/** Messages that all operations share. */
const general = new Set(['The body is not valid JSON.', 'Unable to authenticate you.', 'You do not have access for the attempted action.'])

/** True if the operation documents its own error with this status. */
export function hasOwnRefusal({ operation }: OperationEntry, status: number): boolean {
  const [content] = operation.replies.find((reply) => reply.status === String(status))?.content ?? []
  return content?.examples.some(({ value }) => !general.has(String((value as { readonly message?: string }).message))) ?? false
}
