/** Pages are written as tagged templates of Hono's renderer: what is put into one is escaped, unless it is such a template itself. */
import { html as write, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

export type Html = HtmlEscapedString
type Part = Html | string | number | undefined | false | readonly Part[]

/** Nothing here waits, so neither does the renderer. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return write(fold(strings), ...parts) as Html
}

const folded = new WeakMap<TemplateStringsArray, TemplateStringsArray>()

/** Between these, white space says nothing. */
const block = '</?(?:article|aside|details|div|figure|h[1-6]|header|li|main|nav|ol|p|section|summary|ul)\\b[^>]*>'
const besideBlocks = new RegExp(`\\s*\\n\\s*(?=${block})|(?<=${block})\\s*\\n\\s*`, 'g')

/** Templates are indented for those who write them; a page does not carry that. */
function fold(strings: TemplateStringsArray): TemplateStringsArray {
  const known = folded.get(strings)
  if (known) return known
  const short = strings.map((text) => text.replace(besideBlocks, '').replace(/\s*\n\s*/g, '\n'))
  const made = Object.assign(short, { raw: short })
  folded.set(strings, made)
  return made
}

/** Of text that a library has already escaped. */
export const trusted = (text: string): Html => raw(text) as Html
