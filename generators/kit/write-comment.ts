/**
 * Writes a documentation comment. The only sequence that can end it early is `*` followed by `/`; a zero-width space between
 * the two keeps the text readable and cannot be undone by later escaping (a backslash could: `*\\/` collapses in some tools).
 */
export function writeComment(lines: readonly string[], indent = ''): string {
  const body = lines
    .flatMap((line) => (tag.test(line) ? `@${sanitizeComment(line.slice(1))}` : sanitizeComment(line)).split('\n'))
    .map((line) => line.trimEnd())
  while (body.length > 0 && body[0] === '') body.shift()
  while (body.length > 0 && body.at(-1) === '') body.pop()
  if (body.length === 0) return ''
  if (body.length === 1) return `${indent}/** ${body[0]} */\n`
  return `${indent}/**\n${body.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}\n`).join('')}${indent} */\n`
}

/** The tags that generators write themselves, at the beginning of a line of their own. */
const tag = /^@(default|example|deprecated|see|throws|param|returns)\b/

/** Text that can stand anywhere inside a comment, also as a single line. */
export function sanitizeComment(text: string): string {
  return (
    text
      .replace(/\r\n?|[\u2028\u2029]/g, '\n')
      // oxlint-disable-next-line no-control-regex -- control characters are what is being removed
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f\u0085]/g, ' ')
      .replace(/\*(?=\/)/g, '*\u200b')
      .replace(/^(\s*)@(?=[A-Za-z])/gm, '$1\u200b@')
  )
}
