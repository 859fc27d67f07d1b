/** Reads from a JSON report of vitest which rules passed. */

/** Used part of the report. */
export interface Report {
  readonly testResults: readonly {
    readonly name: string
    /** `fullName` starts with the titles of the groups. */
    readonly assertionResults: readonly { readonly fullName: string; readonly title: string; readonly status: string }[]
  }[]
}

export interface Results {
  /** Rules whose tests all passed. */
  readonly passed: ReadonlySet<string>
  /** Rules with a failed or skipped test. */
  readonly failed: ReadonlySet<string>
  /** Number of passed tests of rules. */
  readonly tests: number
  readonly findings: readonly string[]
}

export function parseResults({ testResults }: Report): Results {
  const named = testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.flatMap(({ title, status }) => listIds(title).map((rule) => ({ rule, file, title, status }))),
  )
  const passed = named.filter(({ status }) => status === 'passed')
  const others = named.filter(({ status }) => status !== 'passed')
  const failed = new Set(others.map(({ rule }) => rule))
  return {
    passed: new Set(passed.map(({ rule }) => rule).filter((rule) => !failed.has(rule))),
    failed,
    tests: new Set(passed.map(({ file, title }) => `${file} ${title}`)).size,
    findings: others.map(({ rule, file, title, status }) => `${rule}: the test "${title}" of ${file} was ${status}.`),
  }
}

/** Lists the ids at the start of a title: `[one] [two] is said` has `one` and `two`. */
function listIds(title: string): readonly string[] {
  const [front = ''] = /^(?:\[[a-z0-9-]+\]\s*)*/.exec(title) ?? []
  return front.match(/[a-z0-9-]+/g) ?? []
}
