/** One line for each check as it ends, what failed in full at the end, and one line that sums them. */
export type Problem = string | readonly string[] | undefined

export interface Report {
  /** @param problem what is wrong; nothing, if the check passes */
  readonly check: (title: string, problem: Problem) => void
  /**
   * A check with its time, as others may run beside it.
   * @returns whether it passed
   */
  readonly time: (title: string, work: () => Problem | Promise<Problem>) => Promise<boolean>
  /** @returns whether all passed */
  readonly close: () => boolean
}

export function createReport(name: string): Report {
  const findings: string[] = []
  let passed = 0
  const started = performance.now()
  const check = (title: string, problem: Problem, note = ''): boolean => {
    const text = typeof problem === 'string' ? problem : (problem ?? []).join('\n')
    if (text === '') passed += 1
    else findings.push(`${title}: ${text}`)
    console.error(`${text === '' ? 'passed' : 'FAILED'}  ${title}${note}`)
    return text === ''
  }
  return {
    check: (title, problem) => void check(title, problem),
    async time(title, work) {
      const begin = performance.now()
      const problem = await work()
      return check(title, problem, ` (${((performance.now() - begin) / 1000).toFixed(1)} s)`)
    },
    close() {
      for (const finding of findings) console.error(`\n${finding}`)
      console.log(
        JSON.stringify({ check: name, passed, total: passed + findings.length, seconds: Math.round((performance.now() - started) / 1000) }),
      )
      console.log(`${passed} passed, ${findings.length} failed`)
      return findings.length === 0
    },
  }
}
