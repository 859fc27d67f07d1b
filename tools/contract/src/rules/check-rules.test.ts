import { describe, expect, test } from 'vitest'
import { loadSpecification } from '../load-specification.ts'
import { checkRules } from './check-rules.ts'
import { type RuleTest, parseRuleTests } from './find-rule-tests.ts'
import { parseRules, type Rule } from './load-rules.ts'
import { matchOperations } from './match-operations.ts'
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
    const { findings, covered, uncovered } = checkRules(rulesWith(), entries, [proof(), proof()])
    expect([findings, covered.map(({ id }) => id), uncovered.length]).toEqual([[], ['volumes-exist'], 150])
  })

  test.each([
    {
      rules: rulesWith({ operations: ['volumes_lists'] }),
      expected: 'spec/rules.yaml:7: "volumes_lists" of volumes-exist matches no operation',
    },
    { rules: rulesWith({ operations: ['/v2/volumes/*/sizes'] }), expected: '"/v2/volumes/*/sizes" of volumes-exist matches no operation' },
    { rules: rulesWith({ operations: ['PATCH /v2/volumes*'] }), expected: '"PATCH /v2/volumes*" of volumes-exist matches no operation' },
    { rules: rulesWith({ id: 'filler-3' }), expected: 'spec/rules.yaml:7: the id filler-3 is used twice' },
    { rules: rulesWith().slice(2), expected: '149 rules; expected at least 150' },
    { rules: rulesWith(), ruleTests: [proof({ rule: 'volumes-unknown' })], expected: 'tools/x.test.ts:3: names the rule volumes-unknown' },
  ])('reports $expected', ({ rules, ruleTests = [], expected }) => {
    expect(checkRules(rules, entries, ruleTests).findings).toEqual([expect.stringContaining(expected)])
  })
})

describe('matchOperations', () => {
  test.each([
    { input: 'volumes_list', expected: ['GET /v2/volumes'] },
    {
      input: 'DELETE /v2/volumes*',
      expected: ['DELETE /v2/volumes', 'DELETE /v2/volumes/snapshots/{snapshot_id}', 'DELETE /v2/volumes/{volume_id}'],
    },
    { input: '/v2/volumes/actions', expected: ['POST /v2/volumes/actions'] },
    { input: 'volumes_actions_create*', expected: ['POST /v2/volumes/actions', 'POST /v2/volumes/{volume_id}/actions'] },
    { input: '/v2/volumes.', expected: [] },
  ])('$input', ({ input, expected }) => {
    const found = matchOperations(input, entries).map(({ operation }) => `${operation.method.toUpperCase()} ${operation.path}`)
    expect(found.toSorted()).toEqual(expected.toSorted())
  })
})

test('parseRuleTests finds calls and titles, but no skipped tests', () => {
  const name = (id: string) => id
  const text = [
    `rule('${name('one')}', () => {})`,
    `  test('[${name('two')}] is said', () => {})`,
    `test.concurrent("[${name('three')}]", () => {})`,
    `test.each(rows)(\`[${name('four')}] $input\`, () => {})`,
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
  { input: 'a: 1', expected: 'expected a list of rules' },
  { input: '- id: a\n  statement: b\n', expected: 'spec/rules.yaml:1: a rule needs' },
  {
    input: '- { id: a, statement: b, section: c, operations: [d] }\n- { id: a, statement: b, section: c, operations: [] }\n',
    expected: 'spec/rules.yaml:2: a rule needs',
  },
  { input: '- { id: a', expected: 'spec/rules.yaml:' },
])('parseRules rejects $input', ({ input, expected }) => {
  expect(() => parseRules(input)).toThrow(expected)
})

describe('parseResults', () => {
  const report = (...tests: readonly (readonly [string, string])[]) => ({
    testResults: [{ name: 'a.test.ts', assertionResults: tests.map(([title, status]) => ({ fullName: title, title, status })) }],
  })

  test.each([
    { input: report(['[one] is said', 'passed']), expected: ['one'] },
    { input: report(['[one] [two] are said', 'passed']), expected: ['one', 'two'] },
    { input: report(['says [one]', 'passed']), expected: [] },
    { input: report(['[one] is said', 'failed']), expected: [] },
    { input: report(['[one] is said', 'skipped']), expected: [] },
    { input: report(['[one] of a', 'passed'], ['[one] of b', 'failed']), expected: [] },
  ])('passes $expected', ({ input, expected }) => {
    expect([...parseResults(input).passed]).toEqual(expected)
  })

  test('reports the failed test', () => {
    const { findings, tests } = parseResults(report(['[one] of a', 'passed'], ['[one] of b', 'failed']))
    expect([findings, tests]).toEqual([['one: the test "[one] of b" of a.test.ts was failed.'], 1])
  })
})

test('readReport names the missing file', () => {
  expect(() => readReport('/nowhere/report.json')).toThrow('/nowhere/report.json has no report of vitest')
})
