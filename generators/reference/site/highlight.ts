/** Highlights code at build time with class names, as the content security policy allows no inline styles. */
import bash from 'highlight.js/lib/languages/bash'
import go from 'highlight.js/lib/languages/go'
import python from 'highlight.js/lib/languages/python'
import typescript from 'highlight.js/lib/languages/typescript'
import yaml from 'highlight.js/lib/languages/yaml'
import highlighter from 'highlight.js/lib/core'
import { colorJson, escapeHtml } from './color-json.ts'
import { type Html, html, trusted } from './html.ts'

for (const [name, language] of Object.entries({ bash, go, python, typescript, yaml })) highlighter.registerLanguage(name, language)
const aliases: Readonly<Record<string, string>> = { sh: 'bash', ts: 'typescript', js: 'typescript', jsonc: 'json' }

/** Cache: the same lines appear on hundreds of pages. */
const colored = new Map<string, string>()

/** Returns the highlighted code; an empty string for an unknown language, so that the Markdown renderer escapes it. */
export function highlight(code: string, language: string): string {
  const name = aliases[language] ?? language
  if (name === 'json') return colorJson(code)
  if (!highlighter.getLanguage(name)) return ''
  // Lines are highlighted separately for caching, unless the code has multi-line tokens.
  if (name === 'typescript' && !/`|\/\*/.test(code))
    return code
      .split('\n')
      .map((line) => colorAround(line, name))
      .join('\n')
  return name === 'bash' ? colorAround(code, name) : colorOnce(code, name)
}

/** Strings in single quotes: most samples differ only in these. */
const texts = /'[^'\\\n]*'/g
const shellTexts = /'[^']*'/g
const coloredText = /<span class="h-string">(?:&#x27;){2}<\/span>/g

/** Highlights the code without its strings, which is often cached, and inserts them again. */
function colorAround(code: string, language: string): string {
  const tokens = code.match(language === 'bash' ? shellTexts : texts) ?? []
  const frame = code.replace(language === 'bash' ? shellTexts : texts, "''")
  const markup = colorOnce(frame, language)
  // A different number of strings means that a quote has another meaning.
  if ((markup.match(coloredText) ?? []).length !== tokens.length) return colorOnce(code, language)
  const left = tokens.values()
  return markup.replace(coloredText, () => `<span class="h-string">${escapeQuoted(left.next().value ?? '')}</span>`)
}

/** Escapes like the highlighter. */
function escapeQuoted(text: string): string {
  return escapeHtml(text).replaceAll('"', '&quot;').replaceAll("'", '&#x27;')
}

function colorOnce(code: string, language: string): string {
  const key = `${language} ${code}`
  const known = colored.get(key)
  if (known !== undefined) return known
  const markup = highlighter.highlight(code, { language }).value.replace(uncolored, '$1').replaceAll('hljs-', 'h-')
  colored.set(key, markup)
  return markup
}

/** Tokens without a style need no element. */
const uncolored = /<span class="hljs-(?:punctuation|title|property|variable|params)[^"]*">([^<]*)<\/span>/g

export function renderCode(code: string, language: string): Html {
  const text = code.trimEnd()
  const markup = highlight(text, language)
  return html`<div class="copies">
    <pre class="code" tabindex="0"><code>${markup === '' ? text : trusted(markup)}</code></pre>
    <button type="button" class="copy">Copy</button>
  </div>`
}
