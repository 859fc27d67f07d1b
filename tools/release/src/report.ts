/** One line for each check as it ends, what failed in full at the end, and one line that sums them. */
export interface Report {
  /** @param problem what is wrong; nothing, if the check passes */
  readonly check: (title: string, problem: string | readonly string[] | undefined) => void
  /** @returns whether all passed */
  readonly close: () => boolean
}

export function createReport(name: string): Report {
  const findings: string[] = []
  let passed = 0
  const started = performance.now()
  let last = started
  return {
    check(title, problem) {
      const text = typeof problem === 'string' ? problem : (problem ?? []).join('\n')
      const seconds = ((performance.now() - last) / 1000).toFixed(1)
      last = performance.now()
      if (text === '') passed += 1
      else findings.push(`${title}: ${text}`)
      console.error(`${text === '' ? 'passed' : 'FAILED'}  ${title} (${seconds} s)`)
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
