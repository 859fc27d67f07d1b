/** The pieces of Markdown that the reference adds to descriptions. */
const conjunction = new Intl.ListFormat('en-GB', { type: 'conjunction' })
const disjunction = new Intl.ListFormat('en-GB', { type: 'disjunction' })

export function writeCode(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``
}

export function writeAnd(names: readonly string[]): string {
  return conjunction.format(names.map(writeCode))
}

export function writeOr(names: readonly string[]): string {
  return disjunction.format(names.map(writeCode))
}

/** Descriptions are Markdown without HTML: a `<` outside code is a character, never the beginning of a tag. */
export function escapeTags(markdown: string): string {
  return markdown
    .split(/(`+[^`]+`+)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/\\?</g, '\\<')))
    .join('')
}
