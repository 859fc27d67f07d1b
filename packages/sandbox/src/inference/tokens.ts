/**
 * Tokenizer for all models: a token is up to six letters or three digits, with the blank before them, or any other character.
 * The joined tokens are the original text.
 */
const token = / ?(?:[\p{L}\p{M}]{1,6}|\p{N}{1,3}|[^\s\p{L}\p{M}\p{N}])|\s/gu

export function splitTokens(text: string): string[] {
  return text.match(token) ?? []
}

/** Counts tokens without creating them. */
export function countTokens(text: string): number {
  // Letters outside of ASCII need the Unicode tables.
  if (/[^\0-\x7f]/.test(text)) return splitTokens(text).length
  let count = 0
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at)
    const length = isLetter(code) ? 6 : isDigit(code) ? 3 : 1
    // A blank belongs to the next token, unless that is a blank too.
    if (code !== 0x20 || at + 1 === text.length || isSpace(text.charCodeAt(at + 1))) count += 1
    const end = Math.min(at + length, text.length)
    at += 1
    while (at < end && (length === 6 ? isLetter : isDigit)(text.charCodeAt(at))) at += 1
  }
  return count
}

const isLetter = (code: number) => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)
const isDigit = (code: number) => code >= 0x30 && code <= 0x39
const isSpace = (code: number) => code === 0x20 || (code >= 0x09 && code <= 0x0d)
