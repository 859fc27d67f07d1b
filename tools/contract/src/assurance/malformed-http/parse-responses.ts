/** Parses HTTP responses from bytes, strictly by their declared length. */
export interface WireResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export interface ParsedResponses {
  readonly responses: readonly WireResponse[]
  readonly rest: string
}

/** @param isClosed true when no more bytes follow, which completes a response without a length */
export function parseResponses(bytes: Buffer, isClosed: boolean): ParsedResponses {
  const responses: WireResponse[] = []
  let at = 0
  for (;;) {
    const headEnd = bytes.indexOf('\r\n\r\n', at)
    if (headEnd === -1) break
    const head = findHead(bytes.toString('latin1', at, headEnd))
    if (!head) break
    const body = findBody(bytes, headEnd + 4, head, isClosed)
    if (!body) break
    responses.push({ ...head, text: body.text })
    at = body.end
  }
  return { responses, rest: bytes.toString('latin1', at) }
}

type ResponseHead = Omit<WireResponse, 'text'>

function findHead(text: string): ResponseHead | undefined {
  const [first = '', ...lines] = text.split('\r\n')
  const [, status] = /^HTTP\/1\.[01] (\d{3}) [^\r\n]*$/.exec(first) ?? []
  if (status === undefined) return undefined
  const pairs = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()]
  })
  if (pairs.some(([name]) => !/^[\w-]+$/.test(name))) return undefined
  return { status: Number(status), headers: new Headers(pairs) }
}

interface ResponseBody {
  readonly text: string
  /** Offset of the next response. */
  readonly end: number
}

function findBody(bytes: Buffer, start: number, { status, headers }: ResponseHead, isClosed: boolean): ResponseBody | undefined {
  if (status < 200 || status === 204 || status === 304) return { text: '', end: start }
  if (headers.get('transfer-encoding') === 'chunked') return findChunks(bytes, start)
  const length = headers.get('content-length')
  if (length === null) return isClosed ? { text: bytes.toString('utf8', start), end: bytes.length } : undefined
  const end = start + Number(length)
  return bytes.length < end ? undefined : { text: bytes.toString('utf8', start, end), end }
}

function findChunks(bytes: Buffer, start: number): ResponseBody | undefined {
  const parts: Buffer[] = []
  for (let at = start; ;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd === -1) return undefined
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    const end = lineEnd + 2 + size + 2
    if (Number.isNaN(size) || bytes.length < end) return undefined
    if (size === 0) return { text: Buffer.concat(parts).toString('utf8'), end }
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = end
  }
}
