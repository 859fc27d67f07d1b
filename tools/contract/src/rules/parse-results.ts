/** Which rules a run of the tests has shown: from the report that vitest writes as JSON. */

/** What is read of the report. */
export interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[]
  }[]
}

export interface Results {
  /** A test that names it passed, and none that names it did anything else. */
  readonly passed: ReadonlySet<string>
  /** A test that names it failed, or was skipped. */
  readonly failed: ReadonlySet<string>
  /** Tests that name rules and passed. */
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

/** `[one] [two] is said` → `one`, `two`: the ids that a title begins with. */
function listIds(title: string): readonly string[] {
  const [front = ''] = /^(?:\[[a-z0-9-]+\]\s*)*/.exec(title) ?? []
  return front.match(/[a-z0-9-]+/g) ?? []
}
