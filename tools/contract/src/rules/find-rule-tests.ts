/**
 * Finds the tests of rules. A test names its rule with `rule('id', …)` from `./rule.ts`, or with ids in brackets at the start of its title:
 * `test('[errors-404-id] …', …)`. Skipped tests do not count.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface RuleTest {
  readonly rule: string
  readonly file: string
  readonly line: number
}

export function findRuleTests(root: string): RuleTest[] {
  const files = globSync('{spec,generators,packages,tools}/**/*.test.ts', {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  })
  return files.toSorted().flatMap((file) => parseRuleTests(file, readFileSync(join(root, file), 'utf8')))
}

const call = /(?<![\w.])rule\(\s*'([a-z0-9-]+)'|(?:(?<![\w.])(?:test|it)(?:\.concurrent)?|\))\(\s*['"`]((?:\[[a-z0-9-]+\]\s*)+)/g

export function parseRuleTests(file: string, text: string): RuleTest[] {
  return [...text.matchAll(call)].flatMap((match) => {
    const line = text.slice(0, match.index).split('\n').length
    const rules = match[1] === undefined ? (match[2] ?? '').match(/[a-z0-9-]+/g) : [match[1]]
    return (rules ?? []).map((rule) => ({ rule, file, line }))
  })
}
