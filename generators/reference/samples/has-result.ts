import type { Operation } from '../../model/api-model.ts'

/** True if a success response has a body. */
export function hasResult({ replies }: Operation): boolean {
  return replies.some(({ status, content }) => status.startsWith('2') && content.length > 0)
}
