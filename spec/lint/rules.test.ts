/** Runs the rules on the documents in `rules/*.cases.yaml`, all in one process. Each case lists the findings of its rule. */
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { load } from 'js-yaml'
import { expect, it } from 'vitest'
import { rules } from './plugin.ts'
import { edit, goodDocument, wholeReplies } from './testing/good-document.ts'
import { lintCases } from './testing/lint.ts'

interface Edits {
  /** `whole`: the good document with explicit replies. */
  readonly document?: 'whole'
  /** Replacements in the good document. */
  readonly edit?: Readonly<Record<string, string>>
}

interface RuleCase extends Edits {
  readonly rule: string
  readonly name: string
  /** Text of `control/things.yaml`, instead of the good document. */
  readonly text?: string
  /** Texts or edits by path, if there are more documents than `control/things.yaml`. */
  readonly documents?: Readonly<Record<string, string | Edits>>
  readonly entry?: string
  readonly shared?: boolean
  /** `[location, part of the message]`. A location without a file is in `control/things.yaml`. */
  readonly expected?: readonly (readonly [place: string, message: string])[]
}

const folder = join(import.meta.dirname, 'rules')
const cases = globSync('*.cases.yaml', { cwd: folder }).flatMap((file) =>
  (load(readFileSync(join(folder, file), 'utf8')) as readonly Omit<RuleCase, 'rule'>[]).map((each): RuleCase => ({
    ...each,
    rule: basename(file, '.cases.yaml'),
  })),
)
const lines = goodDocument.trimEnd().split('\n').length
cases.push(
  {
    rule: 'document-size',
    name: 'catches a document over 1,000 lines',
    text: goodDocument + '# long\n'.repeat(1000),
    shared: false,
    expected: [['#/openapi', `Expected things.yaml to have at most 1000 lines; found ${lines + 1000}. Split it by sub-resource`]],
  },
  {
    rule: 'document-size',
    name: 'accepts a document of exactly 1,000 lines',
    text: goodDocument + '# long\n'.repeat(1000 - lines),
    shared: false,
  },
)

const config = load(readFileSync(join(import.meta.dirname, '../../redocly.yaml'), 'utf8')) as { readonly rules: object }
const ownRules = Object.fromEntries(Object.entries(config.rules).filter(([name]) => name.startsWith('spindrift/')))
const findings = lintCases(
  { rules: ownRules },
  cases.map(({ documents, text, ...each }) => ({
    ...each,
    input: documents ? mapValues(documents, applyEdits) : (text ?? applyEdits(each)),
  })),
)

it.each(cases.map((each, index) => ({ ...each, findings: findings[index] ?? [] })))(
  '$rule $name',
  ({ rule, expected = [], findings: all }) => {
    const found = all.filter((finding) => finding.rule === `spindrift/${rule}`).map(({ at, message }) => ({ at, message }))
    expect(found).toEqual(
      expected.map(([place, message]) => ({
        at: place.startsWith('#') ? `control/things.yaml${place}` : place,
        message: expect.stringContaining(message) as string,
      })),
    )
  },
)

it.each(Object.keys(rules))('%s catches something', (rule) => {
  expect(cases.some((each) => each.rule === rule && each.expected)).toBe(true)
})

function applyEdits(document: string | Edits): string {
  if (typeof document === 'string') return document
  return edit(document.document === 'whole' ? wholeReplies : goodDocument, document.edit ?? {})
}

function mapValues(documents: NonNullable<RuleCase['documents']>, map: (document: string | Edits) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(documents).map(([path, document]) => [path, map(document)]))
}
