import type { TextBlock } from './extract-text.ts'
import type { Finding } from './finding.ts'
import { retiredPhrases, sentenceOpening } from './retired-names.ts'

export const maxSentenceWords = 40

/** Descriptions of the specification may list all errors of an operation in one sentence. */
export const maxDescriptionWords = 60

/** Checks sentence length, sentence openings and retired phrases. Code spans count as one word. */
export function checkProse(file: string, blocks: readonly TextBlock[], maxWords = maxSentenceWords): Finding[] {
  return blocks.flatMap(({ line, text }) =>
    splitSentences(text).flatMap((sentence) => {
      const words = sentence.split(/\s+/).filter((word) => /[A-Za-z0-9`]/.test(word)).length
      const findings: Finding[] = []
      if (words > maxWords) findings.push({ rule: 'sentence length', file, line, found: `${words} words: ${sentence.slice(0, 60)}…` })
      if (sentenceOpening.test(sentence) && !/[?:]$/.test(sentence) && words > 6)
        findings.push({ rule: 'sentence opening', file, line, found: sentence.slice(0, 60) })
      for (const [phrase, term] of retiredPhrases) {
        const found = phrase.exec(sentence)?.[0]
        if (found !== undefined) findings.push({ rule: 'retired phrase', file, line, found: `"${found}": use ${term}` })
      }
      return findings
    }),
  )
}

function splitSentences(text: string): string[] {
  return text
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/`+[^`]*`+/g, '`code`')
    .split(/(?<=[.!?:;]["')\]*]*)\s+(?=["'([*`]*[A-Z0-9`])|\n\n/)
    .map((sentence) => sentence.replaceAll(/[[\]*_]/g, '').trim())
    .filter((sentence) => sentence !== '')
}
