/** `pnpm prove oauth`: the checklist of the authorization server, one test a line, and how much of it holds. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { repoFolder } from '../../load-specification.ts'
import { printCheck } from '../print-check.ts'
import { readCount } from '../read-count.ts'
import { replicasHelp } from '../replicas/add-replica-options.ts'

interface Results {
  readonly numTotalTests: number
  readonly numPassedTests: number
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

export function addOAuth(program: Command): void {
  program
    .command('oauth')
    .description(
      'run the checklist of the authorization server (packages/sandbox/test/oauth) and count what holds: lines of the contract, by its [id], lines of an RFC, which they name, and lines that are ours',
    )
    .option('--replicas <number>', replicasHelp, readCount, 0)
    .option('--list', 'print every line of the checklist')
    .action(({ replicas, list = false }: { readonly replicas: number; readonly list?: boolean }) => {
      const { numTotalTests, numPassedTests, testResults } = runChecklist(replicas)
      const lines = testResults.flatMap(({ assertionResults }) => assertionResults)
      if (list) for (const { fullName, status } of lines) console.log(`${status.padEnd(7)} ${fullName}`)
      const findings = lines.flatMap(({ fullName, status }) => (status === 'passed' ? [] : [`${fullName}: ${status}`]))
      printCheck({
        check: 'oauth',
        passed: numPassedTests,
        total: numTotalTests,
        findings,
        figures: { ...countSources(lines), ...(replicas > 0 && { replicas }) },
      })
    })
}

function runChecklist(replicas: number): Results {
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-oauth-'))
  try {
    const file = join(folder, 'results.json')
    const args = ['run', '--root', 'packages/sandbox', 'test/oauth', '--reporter=json', `--outputFile=${file}`]
    const env = { ...process.env, ...(replicas > 0 && { SPINDRIFT_TEST_REPLICAS: String(replicas) }) }
    const { stderr } = spawnSync(join(repoFolder, 'node_modules/.bin/vitest'), args, { cwd: repoFolder, encoding: 'utf8', env })
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as Results
    } catch (cause) {
      throw new Error(`vitest left no results. It said: ${stderr.trim().split('\n')[0] ?? 'nothing'}`, { cause })
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Whose rule each line is. */
function countSources(lines: readonly { readonly fullName: string }[]): Readonly<Record<string, number>> {
  const contract = lines.filter(({ fullName }) => /\[[a-z0-9-]+\]/.test(fullName)).length
  const rfc = lines.filter(({ fullName }) => !/\[[a-z0-9-]+\]/.test(fullName) && fullName.includes('(RFC ')).length
  return { contract, rfc, ours: lines.length - contract - rfc }
}
