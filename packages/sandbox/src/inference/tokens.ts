/**
 * The sandbox's tokenizer, the same for every model: up to six letters or up to three digits are a token, with the blank before them;
 * so is every other character. The tokens of a text, joined, are the text.
 */
const token = / ?(?:[\p{L}\p{M}]{1,6}|\p{N}{1,3}|[^\s\p{L}\p{M}\p{N}])|\s/gu

export function splitTokens(text: string): string[] {
  return text.match(token) ?? []
}

export function countTokens(text: string): number {
  return splitTokens(text).length
}
