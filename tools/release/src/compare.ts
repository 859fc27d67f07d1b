/** What is given beside what is wanted, a line each as it comes; at the end what differed, and a line of figures. */
export interface Comparison {
  readonly check: (title: string, given: unknown, wanted: unknown) => void
  readonly close: (figures: Readonly<Record<string, unknown>>) => void
}

export function createComparison(name: string): Comparison {
  const findings: string[] = []
  let total = 0
  return {
    check(title, given, wanted) {
      total += 1
      const [is, shouldBe] = [JSON.stringify(given), JSON.stringify(wanted)]
      if (is !== shouldBe) findings.push(`${title}: ${is}, not ${shouldBe}`)
      console.error(`${is === shouldBe ? 'passed' : 'FAILED'}  ${title}`)
    },
    close(figures) {
      for (const finding of findings) console.error(`\n${finding}`)
      console.log(JSON.stringify({ check: name, passed: total - findings.length, total, ...figures }))
      process.exitCode = findings.length === 0 ? 0 : 1
    },
  }
}
