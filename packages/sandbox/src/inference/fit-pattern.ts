/**
 * Generates text that matches a regular expression, for patterns in schemas: literals, classes, groups, alternatives and quantifiers.
 * Lookarounds and backreferences are not supported. Only single classes are executed, so a costly expression cannot block the sandbox.
 */
const maxTextLength = 256
const maxGroupDepth = 64

class UnsupportedPattern extends Error {}

export function fitPattern(pattern: string): string | undefined {
  const tokens = pattern.match(/\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?::|<\w+>))?|[*+?]\??|\{\d+(?:,\d*)?\}\??|./gsu) ?? []
  try {
    const { text, end } = fitAlternatives(tokens, 0, 0)
    return end === tokens.length ? text : undefined
  } catch (error) {
    if (error instanceof UnsupportedPattern || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Returns text for the first alternative, and the index after the last. */
function fitAlternatives(tokens: readonly string[], start: number, depth: number): { readonly text: string; readonly end: number } {
  if (depth > maxGroupDepth) throw new UnsupportedPattern()
  let first: string | undefined
  let text = ''
  let at = start
  for (let token = tokens[at]; token !== undefined && token !== ')'; token = tokens[at]) {
    at += 1
    if (token === '|') {
      first ??= text
      text = ''
      continue
    }
    let unit: string
    if (token.startsWith('(')) {
      const group = fitAlternatives(tokens, at, depth + 1)
      if (tokens[group.end] !== ')') throw new UnsupportedPattern()
      unit = group.text
      at = group.end + 1
    } else unit = fitToken(token)
    const quantifier = tokens[at] ?? ''
    const isQuantified = /^(?:[*+?]|\{\d)/.test(quantifier)
    if (isQuantified) at += 1
    const count = isQuantified ? fitQuantifier(quantifier) : 1
    if (text.length + unit.length * count > maxTextLength) throw new UnsupportedPattern()
    text += unit.repeat(count)
  }
  return { text: first ?? text, end: at }
}

/** Returns one repetition where zero are allowed, because empty text is not useful. */
function fitQuantifier(quantifier: string): number {
  const [, min, max] = /^\{(\d+)(?:,(\d*))?\}/.exec(quantifier) ?? []
  return min === undefined || (Number(min) === 0 && max !== undefined && max !== '0') ? 1 : Number(min)
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz'
const candidates = [...alphabet, ...alphabet.toUpperCase(), ...'0123456789-_ .,:;/@#%+*!?$&()[]{}<>|~^"\'\\=\n\t\r']

function fitToken(token: string): string {
  if (token === '^' || token === '$') return ''
  if (/^[[*+?]$|^[*+?]\?$|^\\[ckpPux]|^\\$/.test(token)) throw new UnsupportedPattern()
  if (token !== '.' && !token.startsWith('\\') && !token.startsWith('[')) return token
  const pattern = new RegExp(`^${token}$`)
  const found = [...candidates, ...token].find((candidate) => pattern.test(candidate))
  if (found === undefined) throw new UnsupportedPattern()
  return found
}
