#!/usr/bin/env node
/** `pnpm verify recipes`: runs every recipe against the sandbox. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { getRecipeFolder, isInstalled, recipesWithRuntime } from './recipe-folders.ts'

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
  .description('Runs every recipe against the sandbox. Skips and lists recipes whose runtime is not installed.')
  .option('--install', 'first install Next, workerd and Bun with npm (660 MB) in folders that git ignores')
  .action(({ install }: { readonly install?: true }) => {
    const missing = recipesWithRuntime.filter((recipe) => !isInstalled(recipe))
    if (install) missing.splice(0).forEach(installRuntime)
    const { success, numTotalTests, numPassedTests, numPendingTests, testResults } = runTests()
    for (const { fullName, failureMessages } of testResults.flatMap(({ assertionResults }) => assertionResults))
      for (const message of failureMessages) console.error(`${fullName}: ${message.split('\n', 1)[0]}`)
    const total = numTotalTests - numPendingTests
    console.log(JSON.stringify({ check: 'recipes', passed: numPassedTests, total, skipped: missing }))
    process.exitCode = success && numPassedTests === total ? 0 : 1
  })

/** Installs the runtime of a recipe, without running install scripts. */
function installRuntime(recipe: string): void {
  const flags = ['--prefix', getRecipeFolder(recipe), '--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', ['install', ...flags], { stdio: ['ignore', 'ignore', 'inherit'] })
}

function runTests(): Results {
  const home = mkdtempSync(join(tmpdir(), 'spindrift-recipes-'))
  try {
    const file = join(home, 'results.json')
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'recipes', '--reporter', 'json', '--outputFile', file]
    spawnSync(process.execPath, vitest, { cwd: getRecipeFolder('../..'), stdio: ['ignore', 'ignore', 'inherit'] })
    return JSON.parse(readFileSync(file, 'utf8')) as Results
  } finally {
    rmSync(home, { recursive: true })
  }
}

program.parse()
