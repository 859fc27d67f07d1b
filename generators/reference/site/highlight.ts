/** Colors code when the site is made, by class names: the pages allow no style of their own, and each line stays small. */
import bash from 'highlight.js/lib/languages/bash'
import json from 'highlight.js/lib/languages/json'
import typescript from 'highlight.js/lib/languages/typescript'
import yaml from 'highlight.js/lib/languages/yaml'
import highlighter from 'highlight.js/lib/core'
import { type Html, html, trusted } from './html.ts'

for (const [name, language] of Object.entries({ bash, json, typescript, yaml })) highlighter.registerLanguage(name, language)
const aliases: Readonly<Record<string, string>> = { sh: 'bash', ts: 'typescript', js: 'typescript', jsonc: 'json' }

/** The same refusals stand on hundreds of pages. */
const colored = new Map<string, string>()

/** Markup of the code alone; of a language that is not known nothing, which tells the Markdown renderer to escape it. */
export function highlight(code: string, language: string): string {
  const name = aliases[language] ?? language
  if (!highlighter.getLanguage(name)) return ''
  const key = `${name} ${code}`
  const known = colored.get(key)
  if (known !== undefined) return known
  const markup = highlighter.highlight(code, { language: name }).value.replaceAll('hljs-', 'h-')
  colored.set(key, markup)
  return markup
}

export function writeCode(code: string, language: string): Html {
  const text = code.trimEnd()
  const markup = highlight(text, language)
  return html`<pre class="code" tabindex="0"><code>${markup === '' ? text : trusted(markup)}</code></pre>`
}
