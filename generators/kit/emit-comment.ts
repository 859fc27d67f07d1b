/**
 * Emits a documentation comment. A zero-width space separates `*` and `/`, which would end it. (Some tools collapse the
 * backslash in `*\\/`.)
 */

/** Line of text, or a tag set by the generator. Text of the specification never becomes a tag. */
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
 * Makes text safe inside a comment. A word joiner precedes each `@` that would start a tag: TypeScript starts a tag after any
 * white space, including the zero-width space.
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
