/** Description of a failed check; empty or undefined if it passed. */
export type Problem = string | readonly string[] | undefined

export interface Report {
  /** Reports a check. */
  readonly check: (title: string, problem: Problem) => void
  /**
   * Runs a check and reports it with its time.
   * @returns true if it passed
   */
  readonly runCheck: (title: string, work: () => Problem | Promise<Problem>) => Promise<boolean>
  /** Prints the problems and a summary line of JSON with figures. @returns true if all checks passed */
  readonly close: (figures?: Readonly<Record<string, unknown>>) => boolean
}

export function compareValues(actual: unknown, expected: unknown): Problem {
  const [got, wanted] = [JSON.stringify(actual), JSON.stringify(expected)]
  return got === wanted ? undefined : `expected ${wanted}, got ${got}`
}

/** Prints a line for each check. */
export function createReport(name: string): Report {
  const findings: string[] = []
  let passed = 0
  const reportStartedAt = performance.now()
  const check = (title: string, problem: Problem, note = ''): boolean => {
    const text = typeof problem === 'string' ? problem : (problem ?? []).join('\n')
    if (text === '') passed += 1
    else findings.push(`${title}: ${text}`)
    console.error(`${text === '' ? 'passed' : 'FAILED'}  ${title}${note}`)
    return text === ''
  }
  return {
    check: (title, problem) => void check(title, problem),
    async runCheck(title, work) {
      const startedAt = performance.now()
      const problem = await work()
      return check(title, problem, ` (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
    },
    close(figures) {
      for (const finding of findings) console.error(`\n${finding}`)
      console.log(`${passed} passed, ${findings.length} failed`)
      console.log(
        JSON.stringify({
          check: name,
          passed,
          total: passed + findings.length,
          seconds: Math.round((performance.now() - reportStartedAt) / 1000),
          ...figures,
        }),
      )
      return findings.length === 0
    },
  }
}
