/** Splits the description of an operation: the summary, the conditions of each error, and the rest. */
export interface SplitDescription {
  /** First sentence, as Markdown. */
  readonly summary: string
  /** Remaining Markdown, possibly empty. */
  readonly details: string
  /** Sentences that name an error status, by status. */
  readonly conditions: ReadonlyMap<string, readonly string[]>
}

/** @param statuses documented error statuses; a sentence with another status stays in the details */
export function splitDescription(description: string, statuses: readonly string[]): SplitDescription {
  const conditions = new Map<string, string[]>()
  const [first = '', ...paragraphs] = description.trim().split(/\n{2,}/)
  const [summary = '', ...rest] = splitSentences(first)
  const isDetail = (sentence: string) => {
    if (isBlock(sentence)) return true
    const namedStatuses = [...new Set(sentence.match(/\b[45]\d\d\b/g))]
    if (namedStatuses.length === 0 || !namedStatuses.every((status) => statuses.includes(status))) return true
    for (const status of namedStatuses) conditions.set(status, [...(conditions.get(status) ?? []), toCondition(sentence)])
    return false
  }
  const details = [rest, ...paragraphs.map(splitSentences)].map((sentences) => sentences.filter(isDetail).join(' '))
  return { summary, details: details.filter((text) => text !== '').join('\n\n'), conditions }
}

/** True for lists, tables, quotes, headings and code. */
function isBlock(paragraph: string): boolean {
  return /^\s*(?:[-*|>#]|\d+[.)] |```)/m.test(paragraph)
}

function splitSentences(paragraph: string): string[] {
  if (isBlock(paragraph)) return [paragraph]
  return (paragraph.match(/(?:`[^`]*`|[^`])+?(?:[.!?](?=\s+[A-Z`“("])|$)/g) ?? []).map((sentence) => sentence.trim())
}

/** `Also fails with 422 if …` → `Fails with 422 if …`: the sentence stands alone. */
function toCondition(sentence: string): string {
  return sentence.replace(/^(?:It )?[Aa]lso ([a-z])/, (_, letter: string) => letter.toUpperCase())
}
