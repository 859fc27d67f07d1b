/** Runs the tests of the mock with every operation. */
import type { VerificationResult } from '../assurance/print-result.ts'
import { runTests } from '../rules/run-tests.ts'

export async function runMock(): Promise<VerificationResult> {
  const { testResults } = await runTests(['--project=contract', 'src/mock/'], { SPINDRIFT_TEST_EVERY: '1' })
  const results = testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = results.filter(({ status }) => status !== 'passed')
  return {
    check: 'mock',
    passed: results.length - failed.length,
    total: results.length,
    findings: failed.map(({ title, status }) => `${title}: ${status}`),
    figures: {},
  }
}
