import { describe, expect, test } from 'vitest'
import { loadSpecification } from '../load-specification.ts'
import { checkRules } from './check-rules.ts'
import { type RuleTest, parseRuleTests } from './find-rule-tests.ts'
import { parseRules, type Rule } from './load-rules.ts'
import { hasFamily, matchOperations } from './match-operations.ts'
import { parseResults } from './parse-results.ts'
import { readReport } from './run-tests.ts'

const { entries } = loadSpecification()

/** Enough valid rules, and one more. */
function rulesWith(over: Partial<Rule> = {}): Rule[] {
  const filler = Array.from({ length: 150 }, (_, position) => ({
    id: `filler-${position}`,
    statement: 's',
    section: 's',
    operations: ['*'],
    line: 1,
  }))
  return [...filler, { id: 'volumes-exist', statement: 's', section: 's', operations: ['volumes_list'], line: 7, ...over }]
}
const proof = (over: Partial<RuleTest> = {}): RuleTest => ({ rule: 'volumes-exist', file: 'tools/x.test.ts', line: 3, ...over })

describe('checkRules', () => {
  test('counts covered rules', () => {
    const { findings, covered, uncovered, pending } = checkRules(rulesWith(), entries, [proof(), proof()])
    expect([findings, covered.map(({ id }) => id), uncovered.length, pending]).toEqual([[], ['volumes-exist'], 150, []])
  })

  test.each([
    {
      rules: rulesWith({ operations: ['volumes_lists'] }),
      want: 'spec/rules.yaml:7: "volumes_lists" of volumes-exist matches no operation',
    },
    { rules: rulesWith({ operations: ['/v2/volumes/*/sizes'] }), want: '"/v2/volumes/*/sizes" of volumes-exist matches no operation' },
    { rules: rulesWith({ operations: ['PATCH /v2/volumes*'] }), want: '"PATCH /v2/volumes*" of volumes-exist matches no operation' },
    { rules: rulesWith({ id: 'filler-3' }), want: 'spec/rules.yaml:7: the id filler-3 is used twice' },
    { rules: rulesWith().slice(2), want: '149 rules; expected at least 150' },
    { rules: rulesWith(), ruleTests: [proof({ rule: 'volumes-vanish' })], want: 'tools/x.test.ts:3: names the rule volumes-vanish' },
  ])('reports $want', ({ rules, ruleTests = [], want }) => {
    expect(checkRules(rules, entries, ruleTests).findings).toEqual([expect.stringContaining(want)])
  })

  test('lists patterns of missing families as pending', () => {
    const rules = rulesWith({ operations: ['/v2/submarines/*', 'submarines_dive', 'volumes_list'] })
    const { findings, covered, pending } = checkRules(rules, entries, [proof()])
    expect([findings, covered, pending]).toEqual([[], [], ['/v2/submarines/*', 'submarines_dive']])
  })
})

describe('matchOperations', () => {
  test.each([
    { given: 'volumes_list', want: ['GET /v2/volumes'] },
    {
      given: 'DELETE /v2/volumes*',
      want: ['DELETE /v2/volumes', 'DELETE /v2/volumes/snapshots/{snapshot_id}', 'DELETE /v2/volumes/{volume_id}'],
    },
    { given: '/v2/volumes/actions', want: ['POST /v2/volumes/actions'] },
    { given: 'volumes_actions_create*', want: ['POST /v2/volumes/actions', 'POST /v2/volumes/{volume_id}/actions'] },
    { given: '/v2/volumes.', want: [] },
  ])('$given', ({ given, want }) => {
    const found = matchOperations(given, entries).map(({ operation }) => `${operation.method.toUpperCase()} ${operation.path}`)
    expect(found.toSorted()).toEqual(want.toSorted())
  })

  test.each([
    { given: '/v2/volumes/nothing', want: true },
    { given: 'GET /v2/volumes*', want: true },
    { given: '/v2/vol', want: false },
    { given: 'volumes_nothing', want: true },
    { given: 'volume_list', want: false },
  ])('hasFamily($given) is $want', ({ given, want }) => {
    expect(hasFamily(given, entries)).toBe(want)
  })
})

test('parseRuleTests finds calls and titles, but no skipped tests', () => {
  const name = (id: string) => id
  const text = [
    `rule('${name('one')}', () => {})`,
    `  test('[${name('two')}] is said', () => {})`,
    `test.concurrent("[${name('three')}]", () => {})`,
    `test.each(rows)(\`[${name('four')}] $given\`, () => {})`,
    `test.skip('[${name('five')}] later', () => {})`,
    `test.todo('[${name('six')}]')`,
    `other.rule('${name('seven')}')`,
    `expect(list).toEqual(['[${name('eight')}]'])`,
  ].join('\n')
  expect(parseRuleTests('a.test.ts', text)).toEqual([
    { rule: 'one', file: 'a.test.ts', line: 1 },
    { rule: 'two', file: 'a.test.ts', line: 2 },
    { rule: 'three', file: 'a.test.ts', line: 3 },
    { rule: 'four', file: 'a.test.ts', line: 4 },
  ])
})

test.each([
  { given: 'a: 1', want: 'expected a list of rules' },
  { given: '- id: a\n  statement: b\n', want: 'spec/rules.yaml:1: a rule needs' },
  {
    given: '- { id: a, statement: b, section: c, operations: [d] }\n- { id: a, statement: b, section: c, operations: [] }\n',
    want: 'spec/rules.yaml:2: a rule needs',
  },
  { given: '- { id: a', want: 'spec/rules.yaml:' },
])('parseRules rejects $given', ({ given, want }) => {
  expect(() => parseRules(given)).toThrow(want)
})

describe('parseResults', () => {
  const report = (...tests: readonly (readonly [string, string])[]) => ({
    testResults: [{ name: 'a.test.ts', assertionResults: tests.map(([title, status]) => ({ title, status })) }],
  })

  test.each([
    { given: report(['[one] is said', 'passed']), want: ['one'] },
    { given: report(['[one] [two] are said', 'passed']), want: ['one', 'two'] },
    { given: report(['says [one]', 'passed']), want: [] },
    { given: report(['[one] is said', 'failed']), want: [] },
    { given: report(['[one] is said', 'skipped']), want: [] },
    { given: report(['[one] of a', 'passed'], ['[one] of b', 'failed']), want: [] },
  ])('passes $want', ({ given, want }) => {
    expect([...parseResults(given).passed]).toEqual(want)
  })

  test('reports the failed test', () => {
    const { findings, tests } = parseResults(report(['[one] of a', 'passed'], ['[one] of b', 'failed']))
    expect([findings, tests]).toEqual([['one: the test "[one] of b" of a.test.ts was failed.'], 1])
  })
})

test('readReport names the missing file', () => {
  expect(() => readReport('/nowhere/report.json')).toThrow('/nowhere/report.json has no report of vitest')
})
