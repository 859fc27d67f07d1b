import { expect, it } from 'vitest'
import { checkProse, maxSentenceWords } from './check-prose.ts'
import { extractDescriptions, extractHelp, extractMarkdown } from './extract-text.ts'

const list = (text: string) => checkProse('a.md', extractMarkdown(text)).map(({ rule, line }) => `${line} ${rule}`)

it('reports a sentence that is too long, and counts a code span as one word', () => {
  const words = Array.from({ length: maxSentenceWords }, () => 'word').join(' ')
  expect(list(`# Title\n\nShort. The ${words}.`)).toEqual(['3 sentence length'])
  expect(list(`The \`${words}\` command.`)).toEqual([])
})

it('reports a sentence that begins with a relative clause, but not a question, a heading or code', () => {
  expect(list('What the client does not know it asks the server.')).toEqual(['1 sentence opening'])
  expect(list('# What the client does not know it asks\n\nWhat does the client do when the token expires?')).toEqual([])
  expect(list('```\nWhat the client does not know it asks the server.\n```')).toEqual([])
})

it('reports retired phrases in paragraphs, list items and table cells', () => {
  expect(list('What comes to\nbe.\n\n- You mend it.\n\n| a | told apart |\n')).toEqual([
    '1 retired phrase',
    '4 retired phrase',
    '6 retired phrase',
  ])
})

it('extracts descriptions with their lines, and no examples', () => {
  const text =
    'a:\n  description: One.\n  examples: [{ description: Two. }]\nb:\n  description: >-\n    The third text is folded at its end,\n    here.\n'
  expect(extractDescriptions(text)).toEqual([
    { line: 2, text: 'One.' },
    { line: 6, text: 'The third text is folded at its end, here.' },
  ])
})

it('extracts the text of an option', () => {
  expect(extractHelp('Usage: a\n\n  --port <number>    port of the server')).toContainEqual({ line: 3, text: 'port of the server' })
})
