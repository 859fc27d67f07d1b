/** Highlights JSON without a parser, as HTML. Runs at build time and in the browser. */
export function colorJson(code: string): string {
  return code.replace(/"(?:\\.|[^"\\])*"(?=(\s*:)?)|\b(?:true|false|null)\b|-?\b\d[\d.eE+-]*|[<>&]/g, (token, colon?: string) => {
    if (/^[<>&]/.test(token)) return escapeHtml(token)
    const kind = token.startsWith('"') ? (colon === undefined ? 'string' : 'attr') : /^[tfn]/.test(token) ? 'literal' : 'number'
    return `<span class="h-${kind}">${escapeHtml(token)}</span>`
  })
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
