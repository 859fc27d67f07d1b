/** Checks the spelling of files with cspell. */
import { extname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { spellCheckDocument, type ValidationIssue } from 'cspell-lib'
import type { Finding } from './finding.ts'

export interface TextFile {
  readonly file: string
  readonly text: string
}

const configFile = new URL('../../../.cspell.json', import.meta.url).pathname

/** Checks each word of each kind of file once, and then only the files that have one of the unknown words. */
export async function checkSpelling(files: readonly TextFile[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [extension, alike] of Map.groupBy(files, ({ file }) => extname(file))) {
    const words = alike.map(({ text }) => splitText(text))
    const issues = await findMisspellings(`words${extension}`, [...new Set(words.flat())].join('\n'))
    const unknown = new Set(issues.map(({ line }) => line.text.trimEnd()))
    for (const { file, text } of alike.filter((_, index) => words[index]?.some((word) => unknown.has(word)))) {
      for (const issue of await findMisspellings(file, text))
        findings.push({ rule: 'spelling', file, line: text.slice(0, issue.offset).split('\n').length, found: issue.text })
    }
  }
  return findings
}

/** Splits a text into words. Escapes in strings stay with their word: `\next`. */
function splitText(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\d\\'’]+/u)
}

async function findMisspellings(file: string, text: string): Promise<ValidationIssue[]> {
  const { issues, errors = [] } = await spellCheckDocument(
    { uri: pathToFileURL(file).href, text },
    { configFile, noConfigSearch: true, generateSuggestions: false },
    { maxNumberOfProblems: 1e6 },
  )
  if (errors.length > 0) throw new AggregateError(errors, `cspell failed for ${file}`)
  return issues
}
