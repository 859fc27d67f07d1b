/** Tagged templates of Hono's renderer: values are escaped, except nested templates. */
import { html as write, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

export type Html = HtmlEscapedString
type Part = Html | string | number | undefined | false | readonly Part[]

/** Renders synchronously, as no part is a promise. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return write(stripIndentation(strings), ...parts) as Html
}

const strippedTemplates = new WeakMap<TemplateStringsArray, TemplateStringsArray>()

/** Block elements, between which white space is insignificant. */
const block = '</?(?:article|aside|details|div|figure|h[1-6]|header|li|main|nav|ol|p|section|summary|ul)\\b[^>]*>'
const blockWhitespace = new RegExp(`\\s*\\n\\s*(?=${block})|(?<=${block})\\s*\\n\\s*`, 'g')

/** Removes the indentation of the template from the page. */
function stripIndentation(strings: TemplateStringsArray): TemplateStringsArray {
  const known = strippedTemplates.get(strings)
  if (known) return known
  const short = strings.map((text) => text.replace(blockWhitespace, '').replace(/\s*\n\s*/g, '\n'))
  const template = Object.assign(short, { raw: short })
  strippedTemplates.set(strings, template)
  return template
}

/** Marks text that is already escaped. */
export const trusted = (text: string): Html => raw(text) as Html
