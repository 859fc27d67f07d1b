/** Parses JSON with limits on depth, for recursive code, and on fields, for parsing time. */
const maxDepth = 100
/** A megabyte of different field names would block other requests while it is parsed. */
const maxFields = 30_000
/** Limit per object: copies of larger objects are slow. */
const maxFieldsOfObject = 2000

export class JsonLimitError extends SyntaxError {
  override readonly name = 'TooMuchError'
}

/** @throws JsonLimitError, whose message begins with "It", before parsing; SyntaxError for invalid JSON */
export function parseJson(text: string): unknown {
  const excess = findLimitViolation(text)
  if (excess !== undefined) throw new JsonLimitError(`It ${excess}.`)
  return JSON.parse(text) as unknown
}

/** Parses JSON; undefined if it is invalid. */
export function tryJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

const quote = 0x22
const backslash = 0x5c

/** Describes the exceeded limit; undefined if there is none. Skips strings; the parser reports unbalanced brackets. */
export function findLimitViolation(text: string): string | undefined {
  let depth = 0
  let fields = 0
  /** Fields of the open object at each depth. */
  const fieldCounts = new Uint32Array(maxDepth + 1)
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      at = findStringEnd(text, at)
      if (at === -1) return undefined
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1
      if (depth > maxDepth) return `is nested more than ${maxDepth} levels deep`
      fieldCounts[depth] = 0
    } else if (code === 0x7d || code === 0x5d) {
      depth -= 1
      if (depth < 0) return undefined
    } else if (code === 0x3a) {
      fields += 1
      if (fields > maxFields) return `has more than ${maxFields} fields`
      const ofObject = (fieldCounts[depth] ?? 0) + 1
      if (ofObject > maxFieldsOfObject) return `has an object of more than ${maxFieldsOfObject} fields`
      fieldCounts[depth] = ofObject
    }
  }
  return undefined
}

/** Returns the position of the closing quote; -1 if there is none. */
function findStringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1
    while (text.charCodeAt(before) === backslash) before -= 1
    if ((at - before) % 2 === 1) return at
  }
  return -1
}
