/** Compares actual and expected values. Prints a line per check, and at the end the differences and a line of JSON. */
export interface Comparison {
  readonly check: (title: string, actual: unknown, expected: unknown) => void
  readonly close: (figures: Readonly<Record<string, unknown>>) => void
}

export function createComparison(name: string): Comparison {
  const findings: string[] = []
  let total = 0
  return {
    check(title, actual, expected) {
      total += 1
      const [got, wanted] = [JSON.stringify(actual), JSON.stringify(expected)]
      if (got !== wanted) findings.push(`${title}: expected ${wanted}, got ${got}`)
      console.error(`${got === wanted ? 'passed' : 'FAILED'}  ${title}`)
    },
    close(figures) {
      for (const finding of findings) console.error(`\n${finding}`)
      console.log(JSON.stringify({ check: name, passed: total - findings.length, total, ...figures }))
      process.exitCode = findings.length === 0 ? 0 : 1
    },
  }
}
