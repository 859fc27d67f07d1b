/**
 * Gives Prism the few operations that an address can mean, where by itself it sorts and matches all there are for each request. Which of
 * them it is, and what is answered when it is none, stays Prism's to say.
 */
import type { PrismHttpInstance } from '@stoplight/prism-http'
import type { Operations } from './load-operations.ts'

export function narrowRoutes(prism: PrismHttpInstance, operations: Operations): void {
  const byLength = Map.groupBy(
    operations.map((operation) => ({ operation, segments: operation.path.split('/').map(decode) })),
    ({ segments }) => segments.length,
  )
  const request = prism.request.bind(prism)
  prism.request = (input, given, config) => {
    const asked = input.url.path.split('/').map(decode)
    const able = (byLength.get(asked.length) ?? []).filter(({ segments }) =>
      segments.every((segment, at) => segment === asked[at] || segment.includes('{')),
    )
    // That none fits it says as well of one as of all.
    return request(input, able.length > 0 ? able.map(({ operation }) => operation) : given.slice(0, 1), config)
  }
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
