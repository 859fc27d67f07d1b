import { isNode, getAt, segmentsOf } from './place.ts'

/** Tells whether what stands somewhere is in something that the platform answers. */
export function findRead(document: unknown): (segments: readonly string[]) => boolean {
  const read = new Set<string>()
  collect(isNode(document) ? document['paths'] : undefined, false)
  return (segments) => (segments[0] === 'components' ? read.has(segments.slice(0, 3).join('/')) : segments.includes('responses'))

  function collect(value: unknown, isAnswered: boolean): void {
    if (Array.isArray(value)) for (const item of value) collect(item, isAnswered)
    else if (isNode(value)) {
      const { $ref } = value
      if (typeof $ref === 'string' && isAnswered) follow(segmentsOf($ref))
      for (const [name, member] of Object.entries(value)) collect(member, isAnswered || name === 'responses')
    }
  }

  function follow(segments: readonly string[]): void {
    const key = segments.join('/')
    if (read.has(key)) return
    read.add(key)
    collect(getAt(document, segments), true)
  }
}
