/**
 * Gives Prism the few operations that an address can mean, where by itself it reads all there are before it starts, and sorts and matches
 * them for each request. Which of them it is, and what is answered when it is none, stays Prism's to say.
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
    const asked = input.url.path.split('/').map(decode)
    const able = (byLength.get(asked.length) ?? [])
      .filter(({ segments }) => segments.every((segment, at) => segment === asked[at] || segment.includes('{')))
      .map(({ path }) => path)
    try {
      // That none fits it says as well of one as of all.
      const operations = (await Promise.all((able.length > 0 ? able : paths.slice(0, 1)).map(readPath))).flat()
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
