import type { Operation } from '../../model/api-model.ts'

/** True if every success response is JSON. */
export function isJsonResult({ replies }: Operation): boolean {
  const types = replies.filter(({ status }) => status.startsWith('2')).flatMap(({ content }) => content.map(({ mediaType }) => mediaType))
  return types.length > 0 && types.every((type) => /\bjson$/.test(type))
}

/** True if a success response has a body. */
export function hasResult({ replies }: Operation): boolean {
  return replies.some(({ status, content }) => status.startsWith('2') && content.length > 0)
}
