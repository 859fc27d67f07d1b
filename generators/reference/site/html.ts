/** Pages are written as tagged templates of Hono's renderer: what is put into one is escaped, unless it is such a template itself. */
import { html as write, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

export type Html = HtmlEscapedString
type Part = Html | string | number | undefined | false | readonly Part[]

/** Nothing here waits, so neither does the renderer. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return write(strings, ...parts.map((part) => (Array.isArray(part) ? part.flat() : part))) as Html
}

/** Of text that a library has already escaped. */
export const trusted = (text: string): Html => raw(text) as Html
