import { isNode, getAt, segmentsOf } from './place.ts'

/** Returns a function that tells if a location is part of a response. */
export function findRead(document: unknown): (segments: readonly string[]) => boolean {
  const read = new Set<string>()
  collect(isNode(document) ? document['paths'] : undefined, false)
  return (segments) => (segments[0] === 'components' ? read.has(segments.slice(0, 3).join('/')) : segments.includes('responses'))

  function collect(value: unknown, isInResponse: boolean): void {
    if (Array.isArray(value)) for (const item of value) collect(item, isInResponse)
    else if (isNode(value)) {
      const { $ref } = value
      if (typeof $ref === 'string' && isInResponse) follow(segmentsOf($ref))
      for (const [name, member] of Object.entries(value)) collect(member, isInResponse || name === 'responses')
    }
  }

  function follow(segments: readonly string[]): void {
    const key = segments.join('/')
    if (read.has(key)) return
    read.add(key)
    collect(getAt(document, segments), true)
  }
}
