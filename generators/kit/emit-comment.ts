/**
 * Writes a documentation comment. The only sequence that can end it early is `*` followed by `/`; a zero-width space between
 * the two keeps the text readable and cannot be undone by later escaping (a backslash could: `*\\/` collapses in some tools).
 */

/** A line of the text, or a tag that the generator itself sets. Text from the specification never becomes a tag. */
export type CommentLine = string | CommentTag

export interface CommentTag {
  readonly tag: 'default' | 'deprecated' | 'example'
  readonly text?: string
}

export function emitComment(lines: readonly CommentLine[], indent = ''): string {
  const body = lines.flatMap((line) => emitLine(line).split('\n')).map((line) => line.trimEnd())
  while (body[0] === '') body.shift()
  while (body.at(-1) === '') body.pop()
  if (body.length === 0) return ''
  if (body.length === 1) return `${indent}/** ${body[0]} */\n`
  return `${indent}/**\n${body.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}\n`).join('')}${indent} */\n`
}

function emitLine(line: CommentLine): string {
  if (typeof line === 'string') return sanitizeComment(line)
  return line.text === undefined ? `@${line.tag}` : `@${line.tag} ${sanitizeComment(line.text)}`
}

/**
 * Text that can stand anywhere inside a comment, also as a single line. A word joiner goes before an `@` that would begin a
 * tag: TypeScript begins one after any white space, also in the middle of a line, and counts the zero-width space as such.
 */
export function sanitizeComment(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/\r\n?|[\u2028\u2029]/g, '\n')
      // oxlint-disable-next-line no-control-regex -- control characters are what is being removed
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, ' ')
      .replace(/\*(?=\/)/g, '*\u200b')
      .replace(/(?<![^\s\u200b*])@/g, '\u2060@')
  )
}
