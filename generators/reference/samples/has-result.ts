import type { Operation } from '../../model/api-model.ts'

/** Whether a success says more than that it is one. */
export function hasResult({ replies }: Operation): boolean {
  return replies.some(({ status, content }) => status.startsWith('2') && content.length > 0)
}
