/** Runs the checklist of the authorization server, one test per line. */
import { runTests } from '../../rules/run-tests.ts'
import type { VerificationResult } from '../print-result.ts'

export async function runOAuth({ replicas, list }: { readonly replicas: number; readonly list: boolean }): Promise<VerificationResult> {
  const environment: Record<string, string> = replicas > 0 ? { SPINDRIFT_TEST_REPLICAS: String(replicas) } : {}
  const { testResults } = await runTests(['--project=sandbox', 'src/oauth/'], environment)
  const lines = testResults.flatMap(({ assertionResults }) => assertionResults)
  if (list) for (const { fullName, status } of lines) console.log(`${status.padEnd(7)} ${fullName}`)
  const failed = lines.filter(({ status }) => status !== 'passed')
  return {
    check: 'oauth',
    passed: lines.length - failed.length,
    total: lines.length,
    findings: failed.map(({ fullName, status }) => `${fullName}: ${status}`),
    figures: { ...countSources(lines), ...(replicas > 0 && { replicas }) },
  }
}

/** Counts the lines by source: contract, RFC or own. */
function countSources(lines: readonly { readonly fullName: string }[]): Readonly<Record<string, number>> {
  const contract = lines.filter(({ fullName }) => /\[[a-z0-9-]+\]/.test(fullName)).length
  const rfc = lines.filter(({ fullName }) => !/\[[a-z0-9-]+\]/.test(fullName) && fullName.includes('(RFC ')).length
  return { contract, rfc, ours: lines.length - contract - rfc }
}
