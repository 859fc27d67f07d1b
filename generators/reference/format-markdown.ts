/** Markdown fragments that the reference adds to descriptions. */
const conjunction = new Intl.ListFormat('en-US', { type: 'conjunction' })
const disjunction = new Intl.ListFormat('en-US', { type: 'disjunction' })

export function renderCode(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``
}

/** The article follows the pronunciation: `an Image`, `a User`, `an SshKey`. */
export function renderWithArticle(name: string): string {
  const startsWithVowel = /^(?:[aeio]|u(?!ni|s[aeiu]|r[il]|uid)|(?:http|lb|llm|mcp|nfs|rbac|sql|ssh)(?![a-z]))/i
  return `${startsWithVowel.test(name.replace(/([a-z])([A-Z])/g, '$1_$2')) ? 'an' : 'a'} ${renderCode(name)}`
}

export function renderAnd(names: readonly string[]): string {
  return conjunction.format(names.map(renderCode))
}

export function renderOr(names: readonly string[]): string {
  return disjunction.format(names.map(renderCode))
}

/** Escapes each `<` outside code: descriptions are Markdown without HTML. */
export function escapeTags(markdown: string): string {
  return markdown.replace(/(?<!`)(`+)(?!`)[\s\S]+?(?<!`)\1(?!`)|\\?</g, (found) => (found.startsWith('`') ? found : '\\<'))
}
