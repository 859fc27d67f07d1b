#!/usr/bin/env node
/** `pnpm verify recipes`: every recipe against the sandbox, also those whose runtimes `npm install` at the root does not bring. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { folderOf, isInstalled, onDemand } from './read-recipe.ts'

interface Results {
  readonly success: boolean
  readonly numTotalTests: number
  readonly numPassedTests: number
  readonly numPendingTests: number
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly failureMessages: readonly string[] }[]
  }[]
}

const program = new Command('recipes')
  .description('run every recipe against the sandbox. Those whose runtime is not installed are skipped and named.')
  .option('--install', 'fetch these with npm first: Next, workerd and Bun, 660 MB, into folders that git ignores')
  .action(({ install }: { readonly install?: true }) => {
    const missing = onDemand.filter((recipe) => !isInstalled(recipe))
    if (install) missing.splice(0).forEach(installRuntime)
    const { success, numTotalTests, numPassedTests, numPendingTests, testResults } = runTests()
    for (const { fullName, failureMessages } of testResults.flatMap(({ assertionResults }) => assertionResults))
      for (const message of failureMessages) console.error(`${fullName}: ${message.split('\n', 1)[0]}`)
    const total = numTotalTests - numPendingTests
    console.log(JSON.stringify({ check: 'recipes', passed: numPassedTests, total, skipped: missing }))
    process.exitCode = success && numPassedTests === total ? 0 : 1
  })

/** Nothing of the packages is run by npm. */
function installRuntime(recipe: string): void {
  const flags = ['--prefix', folderOf(recipe), '--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', ['install', ...flags], { stdio: ['ignore', 'ignore', 'inherit'] })
}

function runTests(): Results {
  const home = mkdtempSync(join(tmpdir(), 'spindrift-recipes-'))
  try {
    const file = join(home, 'results.json')
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'recipes', '--reporter', 'json', '--outputFile', file]
    spawnSync(process.execPath, vitest, { cwd: folderOf('../..'), stdio: ['ignore', 'ignore', 'inherit'] })
    // Written by vitest itself.
    return JSON.parse(readFileSync(file, 'utf8')) as Results
  } finally {
    rmSync(home, { recursive: true })
  }
}

program.parse()
