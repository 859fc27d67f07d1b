/** Colors code when the site is made, by class names: the pages allow no style of their own, and each line stays small. */
import bash from 'highlight.js/lib/languages/bash'
import typescript from 'highlight.js/lib/languages/typescript'
import yaml from 'highlight.js/lib/languages/yaml'
import highlighter from 'highlight.js/lib/core'
import { type Html, html, trusted } from './html.ts'

for (const [name, language] of Object.entries({ bash, typescript, yaml })) highlighter.registerLanguage(name, language)
const aliases: Readonly<Record<string, string>> = { sh: 'bash', ts: 'typescript', js: 'typescript', jsonc: 'json' }

/** The same lines stand on hundreds of pages. */
const colored = new Map<string, string>()

/** Markup of the code alone; of a language that is not known nothing, which tells the Markdown renderer to escape it. */
export function highlight(code: string, language: string): string {
  const name = aliases[language] ?? language
  if (name === 'json') return colorJson(code)
  if (!highlighter.getLanguage(name)) return ''
  // Most lines of the samples stand in many others, and what begins on one ends there unless it is one of these.
  if (name === 'typescript' && !/`|\/\*/.test(code))
    return code
      .split('\n')
      .map((line) => colorAround(line, name))
      .join('\n')
  return name === 'bash' ? colorAround(code, name) : colorOnce(code, name)
}

/** Texts between single quotes: the only thing in which most samples differ. */
const texts = /'[^'\\\n]*'/g
const shellTexts = /'[^']*'/g
const coloredText = /<span class="h-string">(?:&#x27;){2}<\/span>/g

/** Colors the code with its texts taken out, which is known of another sample, and puts them back. */
function colorAround(code: string, language: string): string {
  const taken = code.match(language === 'bash' ? shellTexts : texts) ?? []
  const frame = code.replace(language === 'bash' ? shellTexts : texts, "''")
  const markup = colorOnce(frame, language)
  // Where a quote stands for something else, the places are not as many.
  if ((markup.match(coloredText) ?? []).length !== taken.length) return colorOnce(code, language)
  const left = taken.values()
  return markup.replace(coloredText, () => `<span class="h-string">${escapeQuoted(left.next().value ?? '')}</span>`)
}

/** As the highlighter does it. */
function escapeQuoted(text: string): string {
  return escape(text).replaceAll('"', '&quot;').replaceAll("'", '&#x27;')
}

function colorOnce(code: string, language: string): string {
  const key = `${language} ${code}`
  const known = colored.get(key)
  if (known !== undefined) return known
  const markup = highlighter.highlight(code, { language }).value.replace(uncolored, '$1').replaceAll('hljs-', 'h-')
  colored.set(key, markup)
  return markup
}

/** What the style sheet leaves as it is needs no element. */
const uncolored = /<span class="hljs-(?:punctuation|title|property|variable|params)[^"]*">([^<]*)<\/span>/g

/** Examples are most of all code, and JSON needs no parser to be colored. */
function colorJson(code: string): string {
  return code.replace(/"(?:\\.|[^"\\])*"(?=(\s*:)?)|\b(?:true|false|null)\b|-?\b\d[\d.eE+-]*|[<>&]/g, (token, colon?: string) => {
    if (/^[<>&]/.test(token)) return escape(token)
    const kind = token.startsWith('"') ? (colon === undefined ? 'string' : 'attr') : /^[tfn]/.test(token) ? 'literal' : 'number'
    return `<span class="h-${kind}">${escape(token)}</span>`
  })
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

export function renderCode(code: string, language: string): Html {
  const text = code.trimEnd()
  const markup = highlight(text, language)
  return html`<pre class="code" tabindex="0"><code>${markup === '' ? text : trusted(markup)}</code></pre>`
}
