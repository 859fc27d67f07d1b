/** Runs the checklist of the authorization server, one test per line. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repoFolder } from '../../load-specification.ts'
import { booleanOption, defineVerification } from '../verification.ts'
import { replicasOption } from '../replicas/replica-options.ts'

interface Results {
  readonly numTotalTests: number
  readonly numPassedTests: number
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

export const addOAuth = defineVerification({
  name: 'oauth',
  description: 'Run the checklist of the authorization server and count the lines that pass.',
  options: { replicas: replicasOption, list: booleanOption('print every line of the checklist') },
  run: async ({ replicas, list }) => {
    const { numTotalTests, numPassedTests, testResults } = await runChecklist(replicas)
    const lines = testResults.flatMap(({ assertionResults }) => assertionResults)
    if (list) for (const { fullName, status } of lines) console.log(`${status.padEnd(7)} ${fullName}`)
    return {
      check: 'oauth',
      passed: numPassedTests,
      total: numTotalTests,
      findings: lines.flatMap(({ fullName, status }) => (status === 'passed' ? [] : [`${fullName}: ${status}`])),
      figures: { ...countSources(lines), ...(replicas > 0 && { replicas }) },
    }
  },
})

async function runChecklist(replicas: number): Promise<Results> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'spindrift-oauth-'))
  const file = join(folder.path, 'results.json')
  const args = ['run', '--root', 'packages/sandbox', 'src/oauth/', '--reporter=json', `--outputFile=${file}`]
  const env = { ...process.env, ...(replicas > 0 && { SPINDRIFT_TEST_REPLICAS: String(replicas) }) }
  const { stderr } = spawnSync(join(repoFolder, 'node_modules/.bin/vitest'), args, { cwd: repoFolder, encoding: 'utf8', env })
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Results
  } catch (cause) {
    throw new Error(`vitest wrote no results. Its error output: ${stderr.trim().split('\n')[0] ?? 'nothing'}`, { cause })
  }
}

/** Counts the lines by source: contract, RFC or own. */
function countSources(lines: readonly { readonly fullName: string }[]): Readonly<Record<string, number>> {
  const contract = lines.filter(({ fullName }) => /\[[a-z0-9-]+\]/.test(fullName)).length
  const rfc = lines.filter(({ fullName }) => !/\[[a-z0-9-]+\]/.test(fullName) && fullName.includes('(RFC ')).length
  return { contract, rfc, ours: lines.length - contract - rfc }
}
