/** Renders Markdown without HTML. Code that names an operation or a schema links to its page. */
import markdownIt, { type Token } from 'markdown-it'
import { renderTabs } from '../parts/render-tabs.ts'
import { highlight, renderCode } from './highlight.ts'
import { type Html, trusted } from './html.ts'
import type { Heading } from './page.ts'

/** Resolves a name to a link from the page that is being rendered. */
export type FindName = (name: string) => string | undefined

const renderer = markdownIt({ html: false, linkify: false, typographer: false, highlight: (code, language) => highlight(code, language) })

const plainCode = renderer.renderer.rules['code_inline']
renderer.renderer.rules['code_inline'] = (tokens, index, options, environment, self) => {
  const code = plainCode?.(tokens, index, options, environment, self) ?? ''
  const target = (environment as { find?: FindName }).find?.(tokens[index]?.content ?? '')
  return target === undefined ? code : `<a href="${renderer.utils.escapeHtml(target)}">${code}</a>`
}

const languages: Readonly<Record<string, string>> = { ts: 'TypeScript', sh: 'curl', py: 'Python', go: 'Go' }
const languageOf = (token: Token | undefined) => token?.info.split(' ')[0] ?? ''

/** Adjacent code blocks in different languages become tabs. */
renderer.renderer.rules['fence'] = (tokens, index) => {
  if (tokens[index - 1]?.type === 'fence') return ''
  const after = tokens.slice(index).findIndex(({ type }) => type !== 'fence')
  const run = tokens.slice(index, after < 0 ? undefined : index + after)
  const blocks = run.map((token) => ({
    label: languages[languageOf(token)] ?? languageOf(token),
    body: renderCode(token.content, languageOf(token)),
  }))
  return blocks.length > 1 ? String(renderTabs('Languages', blocks, true)) : blocks.map(({ body }) => String(body)).join('')
}

/** Wraps tables so that wide ones scroll inside the page. */
renderer.renderer.rules['table_open'] = () => '<div class="table" tabindex="0"><table>'
renderer.renderer.rules['table_close'] = () => '</table></div>'

/** Renders the text of a page: headings get ids, and links to Markdown pages become links to HTML pages. */
export function renderText(text: string, find: FindName): Html {
  const environment = { find }
  const tokens = renderer.parse(text, environment)
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') token.attrSet('id', anchorOf(tokens[index + 1]?.content ?? ''))
    for (const child of token.children ?? []) {
      const target = child.type === 'link_open' ? child.attrGet('href') : undefined
      if (typeof target === 'string' && !/^[a-z]+:/i.test(target)) child.attrSet('href', target.replace(/\.md(?=#|$)/, '.html'))
    }
  }
  return trusted(renderer.renderer.render(tokens, renderer.options, environment))
}

/** Lists the second-level headings of a text. */
export function listHeadings(text: string): Heading[] {
  const tokens = renderer.parse(text, {})
  return tokens.flatMap(({ type, tag }, index) => {
    const inline = tokens[index + 1]
    if (type !== 'heading_open' || tag !== 'h2' || !inline) return []
    return [{ title: (inline.children ?? []).map(({ content }) => content).join(''), anchor: anchorOf(inline.content) }]
  })
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^-|-$/g, '')
}

export function renderMarkdown(text: string, find: FindName): Html {
  return render(text, find, 'parse')
}

/** Renders a phrase or one paragraph without paragraph tags. */
export function renderPhrase(text: string, find: FindName): Html {
  return render(text, find, text.includes('\n\n') || /^(?:[-*] |\d+[.)] )/.test(text) ? 'parse' : 'parseInline')
}

/** Token cache: the same fields appear on hundreds of pages with different links. */
const parsed = { parse: new Map<string, Token[]>(), parseInline: new Map<string, Token[]>() }

function render(text: string, find: FindName, mode: keyof typeof parsed): Html {
  const tokens = parsed[mode].get(text) ?? renderer[mode](text, {})
  parsed[mode].set(text, tokens)
  return trusted(renderer.renderer.render(tokens, renderer.options, { find }))
}

/** Returns the first sentence as plain text. */
export function firstSentence(text: string): string {
  const plain = text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    // Underscores inside a word and everything inside code are text.
    .replace(/(`+)(.+?)\1|\*+|(?<![A-Za-z0-9_])_+(?=\S)|(?<=\S)_+(?![A-Za-z0-9_])/gs, (_, fence?: string, code?: string) => code ?? '')
    .replace(/\s+/g, ' ')
    .trim()
  const end = /[.!?](?=\s+[A-Z(“"']|$)/.exec(plain)
  return end ? plain.slice(0, end.index + 1) : plain
}
