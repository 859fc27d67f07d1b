/** Searches the built reference for every recorded question and checks the first result. */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { createFinder } from '../../../../generators/reference/search/create-finder.ts'
import type { SearchIndex } from '../../../../generators/reference/search/entry.ts'
import type { VerificationResult } from '../assurance/print-result.ts'
import { formatFinding } from '../assurance/print-result.ts'

const questions = new URL('../../../../generators/reference/search/questions.tsv', import.meta.url)
const builtIndex = new URL('../../../../packages/reference/dist/site/assets/search-index.json', import.meta.url)

export function readBuiltIndex(): string {
  return readFileSync(builtIndex, 'utf8')
}

export async function measureSearch(text = readBuiltIndex()): Promise<VerificationResult> {
  const index = JSON.parse(text) as SearchIndex
  const find = await createFinder(index)
  const results = readQuestions().map(({ question, expected }) => {
    const started = performance.now()
    const found = find(question)
    return { question, expected, first: found[0]?.address, milliseconds: performance.now() - started }
  })
  const wrong = results.filter(({ first, expected }) => first !== expected)
  return {
    check: 'search',
    passed: results.length - wrong.length,
    total: results.length,
    findings: wrong.map(({ question, expected, first }) => formatFinding('The search', question, expected, first)),
    figures: {
      pages: index.entries.length,
      'index kB compressed': Math.round(gzipSync(text).length / 1000),
      'median ms': round(median(results.map(({ milliseconds }) => milliseconds))),
      'slowest ms': round(Math.max(...results.map(({ milliseconds }) => milliseconds))),
    },
  }
}

function readQuestions() {
  const [, ...lines] = readFileSync(questions, 'utf8').trim().split('\n')
  return lines.map((line) => {
    const [question = '', expected = ''] = line.split('\t')
    return { question, expected }
  })
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10
}
