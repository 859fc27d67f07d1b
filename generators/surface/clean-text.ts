/** Removes line breaks, markup and invisible characters from text of the specification. */
export function cleanText(text: string): string {
  return text
    .replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
    .replace(/[<>`]/g, (character) => `&#${character.charCodeAt(0)};`)
    .trim()
}
