/** The pieces of Markdown that the reference adds to descriptions. */
const conjunction = new Intl.ListFormat('en-US', { type: 'conjunction' })
const disjunction = new Intl.ListFormat('en-US', { type: 'disjunction' })

export function renderCode(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``
}

export function renderAnd(names: readonly string[]): string {
  return conjunction.format(names.map(renderCode))
}

export function renderOr(names: readonly string[]): string {
  return disjunction.format(names.map(renderCode))
}

/** Descriptions are Markdown without HTML: a `<` outside code is a character, never the beginning of a tag. */
export function escapeTags(markdown: string): string {
  return markdown.replace(/(?<!`)(`+)(?!`)[\s\S]+?(?<!`)\1(?!`)|\\?</g, (found) => (found.startsWith('`') ? found : '\\<'))
}
