/** Describes locations in a document for readers of a changelog. */

export type Node = Readonly<Record<string, unknown>>

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Decodes the segments of a JSON pointer: `#/paths/~1v2~1volumes/get` → `['paths', '/v2/volumes', 'get']`. */
export function segmentsOf(pointer: string): string[] {
  return pointer
    .replace(/^#\/?/, '')
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~'))
}

export function getAt(document: unknown, segments: readonly string[]): unknown {
  return segments.reduce<unknown>((node, segment) => (node as Node | undefined)?.[segment], document)
}

const methods = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options'])

/** Describes a location, for example `Volume.region`, `POST /v2/volumes` or `Reply 409 of POST /v2/volumes`. */
export function describePlace(document: unknown, segments: readonly string[]): string {
  const [top, first = '', second = '', ...rest] = segments
  if (top === 'components') {
    const fields = listFields(rest)
    const name = first === 'schemas' ? `\`${[second, ...fields].join('.').replaceAll('.[]', '[]')}\`` : `\`${second}\``
    return first === 'schemas' || second === '' ? name : `${singular(first)} ${name}`
  }
  if (top !== 'paths') return top === undefined ? 'The document' : `\`${top}\``
  if (!methods.has(second)) return describeParameter(document, segments, 2) ?? `\`${first}\``
  const operation = `\`${second.toUpperCase()} ${first}\``
  return describeParameter(document, segments, 3) ?? describePart(operation, rest)
}

function describePart(operation: string, rest: readonly string[]): string {
  const [part, status] = rest
  const fields = listFields(rest).join('.').replaceAll('.[]', '[]')
  const field = fields === '' ? '' : ` \`${fields}\``
  if (part === 'requestBody') return `The body of ${operation}${field && `,${field}`}`
  if (part === 'responses' && status !== undefined) return `Reply ${status} of ${operation}${field && `,${field}`}`
  return operation
}

function describeParameter(document: unknown, segments: readonly string[], at: number): string | undefined {
  const place = segments.slice(0, at)
  if (segments[at] !== 'parameters' || segments.length < at + 2) return undefined
  const parameter = getAt(document, segments.slice(0, at + 2))
  const name = isNode(parameter) ? (parameter['name'] ?? String(parameter['$ref']).split('/').at(-1)) : segments[at + 1]
  return `Parameter \`${String(name)}\` of ${at === 3 ? `\`${String(place[2]).toUpperCase()} ${place[1]}\`` : `\`${place[1]}\``}`
}

/** Lists the properties in a path: `properties/networks/properties/v4/items` → `networks`, `v4`, `[]`. */
function listFields(segments: readonly string[]): string[] {
  return segments.flatMap((segment, index) => {
    if (segment === 'properties' && index + 1 < segments.length) return [segments[index + 1] ?? '']
    return segment === 'items' && segments[index - 1] !== 'properties' ? ['[]'] : []
  })
}

function singular(kind: string): string {
  const word = kind.replace(/s$/, '')
  return word.charAt(0).toUpperCase() + word.slice(1)
}
