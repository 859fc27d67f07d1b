/** Parses what a caller wrote, no deeper than everything that walks it may recurse. */
export const deepest = 100

export class TooDeepError extends SyntaxError {
  override readonly name = 'TooDeepError'
}

/** @throws TooDeepError before it is parsed, SyntaxError when it is no JSON */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new TooDeepError(`It is nested more than ${deepest} levels deep.`)
  return JSON.parse(text) as unknown
}

/** Undefined for what is no JSON. */
export function tryJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

const quote = 0x22
const backslash = 0x5c

/** Brackets inside strings are text. What has more closing brackets than opening ones is no JSON, which the parser says. */
export function isTooDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      at = endOfString(text, at)
      if (at === -1) return false
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1
      if (depth > deepest) return true
    } else if (code === 0x7d || code === 0x5d) {
      depth -= 1
      if (depth < 0) return false
    }
  }
  return false
}

/** Where the closing quote is; -1 when there is none. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1
    while (text.charCodeAt(before) === backslash) before -= 1
    if ((at - before) % 2 === 1) return at
  }
  return -1
}
