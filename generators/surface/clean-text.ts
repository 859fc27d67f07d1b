/** Text of the specification as part of a line: no line ends, no markup, nothing that is invisible. */
export function cleanText(text: string): string {
  return text
    .replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
    .replace(/[<>`]/g, (character) => `&#${character.charCodeAt(0)};`)
    .trim()
}
