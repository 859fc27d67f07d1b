/**
 * Passes Prism only the operations whose path can match a request. By default it loads all of them at start, and matches all of them for each request.
 * Prism still selects the operation and replies if none matches.
 */
import type { PrismHttpInstance } from '@stoplight/prism-http'
import type { OpenedDocument } from './open-document.ts'

export function narrowRoutes(prism: PrismHttpInstance, { paths, readPath }: OpenedDocument): void {
  const byLength = Map.groupBy(
    paths.map((path) => ({ path, segments: path.split('/').map(decode) })),
    ({ segments }) => segments.length,
  )
  const request = prism.request.bind(prism)
  prism.request = (input, _operations, config) => async () => {
    const requested = input.url.path.split('/').map(decode)
    const candidates = (byLength.get(requested.length) ?? [])
      .filter(({ segments }) => segments.every((segment, at) => segment === requested[at] || segment.includes('{')))
      .map(({ path }) => path)
    try {
      // With no candidate, any one operation lets Prism report that none matches.
      const operations = (await Promise.all((candidates.length > 0 ? candidates : paths.slice(0, 1)).map(readPath))).flat()
      return await request(input, operations, config)()
    } catch (error) {
      return { _tag: 'Left', left: error instanceof Error ? error : new Error(String(error)) }
    }
  }
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
