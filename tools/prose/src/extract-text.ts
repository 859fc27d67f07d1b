import { load } from 'js-yaml'

/** A paragraph, list item, table cell or description, with the line at which it begins. */
export interface TextBlock {
  readonly line: number
  readonly text: string
}

/** Returns the paragraphs, list items and table cells of a Markdown document, without headings and code blocks. */
export function extractMarkdown(text: string): TextBlock[] {
  const blocks: { line: number; text: string }[] = []
  let inCode = false
  let isOpen = false
  for (const [index, row] of text.split('\n').entries()) {
    const isFence = /^\s*(?:```|~~~)/.test(row)
    if (isFence) inCode = !inCode
    if (inCode || isFence || /^\s*(?:#|<|---|\|[-| :]+$)/.test(row) || row.trim() === '') isOpen = false
    else if (/^\s*\|/.test(row)) {
      blocks.push(...row.split(/(?<!\\)\|/).map((cell) => ({ line: index + 1, text: cell.trim() })))
      isOpen = false
    } else if (isOpen && !/^\s*(?:[-*]|\d+\.)\s/.test(row)) blocks[blocks.length - 1]!.text += ` ${row.trim()}`
    else {
      blocks.push({ line: index + 1, text: row.replace(/^\s*(?:>|[-*]|\d+\.)?\s*(?:\[.\]\s)?/, '').trim() })
      isOpen = true
    }
  }
  return blocks
}

/** Returns the paragraphs and option texts of a help page. */
export function extractHelp(text: string): TextBlock[] {
  return text.split('\n').map((row, index) => ({
    line: index + 1,
    text:
      row
        .trim()
        .split(/\s{2,}/)
        .at(-1) ?? '',
  }))
}

/** Returns the descriptions and summaries of a YAML document. */
export function extractDescriptions(text: string): TextBlock[] {
  const rows = text.split('\n')
  const blocks: TextBlock[] = []
  let from = 0
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, each] of Object.entries(value)) {
      if (typeof each === 'string' && /^(?:description|summary|note)$/.test(key)) {
        const start = each.trim().slice(0, 30).split('\n')[0] ?? ''
        const find = (first: number) => rows.findIndex((row, index) => index >= first && row.includes(start))
        const index = Math.max(find(from) === -1 ? find(0) : find(from), 0)
        from = index
        blocks.push(...extractMarkdown(each).map((block) => ({ line: index + 1, text: block.text })))
      } else if (!/^(?:value|example|examples|default)$/.test(key)) visit(each)
    }
  }
  visit(load(text))
  return blocks
}
