#!/usr/bin/env node
/** `pnpm verify newcomer`: follows each recipe of the sandbox in an empty folder, with packages from a local registry, until its test passes. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { startRegistry } from './local-registry.ts'
import { packPackages, root } from './pack-packages.ts'
import { readRecipes } from './read-recipes.ts'
import { runCommands } from './run-commands.ts'

/** Expectations by folder of the recipe: a command that succeeds if its tools are installed, and the output of a passed test. An empty run can exit with 0, too. */
const expectations: Readonly<Record<string, { readonly requires?: string; readonly output: RegExp }>> = {
  vitest: { output: /Tests\s+2 passed/ },
  'node-test': { output: /pass 1$/m },
  jest: { output: /Tests:\s+1 passed/ },
  playwright: { output: /1 passed/ },
  pytest: { requires: 'python3 -c "import pytest, xdist"', output: /2 passed/ },
  go: { requires: 'go version', output: /^ok\s/m },
  ansible: { requires: 'ansible-playbook --version', output: /ok=3 .*failed=0/ },
}

/** Packages of the recipes and their dependencies. */
const publishedPackages = ['@spindrift/types', '@spindrift/client', '@spindrift/sandbox']

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } })
const home = mkdtempSync(join(tmpdir(), 'spindrift-newcomer-'))
// This Node first, then the system's programs, then the rest of the path.
const environment = {
  ...process.env,
  PATH: [dirname(process.execPath), '/usr/bin', process.env['PATH']].join(':'),
  HOME: home,
  PYTHONDONTWRITEBYTECODE: '1',
  npm_config_cache: join(home, '.npm'),
}
const seconds: Record<string, number> = {}
const skipped: string[] = []
const findings: string[] = []

const registry = await startRegistry(home)
try {
  publishPackages(registry.url)
  for (const recipe of readRecipes(join(root, 'packages/sandbox/recipes'))) {
    const key = recipe.folder.slice(recipe.folder.lastIndexOf('/') + 1)
    if (values.only && !values.only.includes(key)) continue
    const expected = expectations[key]
    if (!expected) throw new Error(`The recipe ${key} has no expected output. Add it to \`expectations\` in newcomer.ts.`)
    if (expected.requires !== undefined && runCommands([expected.requires], home, environment).problem !== undefined) {
      skipped.push(`${recipe.name}: requires ${expected.requires}`)
      continue
    }
    const project = join(home, 'projects', key)
    cpSync(recipe.folder, project, { recursive: true })
    const {
      completed,
      output,
      problem = expected.output.test(stripVTControlCharacters(output)) ? undefined : `no test passed: ${output.slice(-1500)}`,
    } = runCommands(recipe.commands, project, environment)
    console.error(`\n${recipe.name}`)
    for (const each of completed) console.error(`${each.seconds.toFixed(1).padStart(7)} s  ${each.command}`)
    seconds[key] = Math.round(completed.reduce((sum, each) => sum + each.seconds, 0) * 10) / 10
    if (problem !== undefined) findings.push(`${recipe.name}: ${problem}`)
  }
} finally {
  registry.close()
  rmSync(home, { recursive: true, force: true })
}
for (const finding of findings) console.error(`\n${finding}`)
const total = Object.keys(seconds).length
console.log(JSON.stringify({ check: 'newcomer', passed: total - findings.length, total, skipped, seconds }))
process.exitCode = findings.length === 0 ? 0 : 1

/** Publishes the packages, and configures npm of the temporary home to install from the registry. */
function publishPackages(url: string): void {
  const settings = `registry=${url}\n//${new URL(url).host}/:_authToken=newcomer\naudit=false\nfund=false\nupdate-notifier=false\n`
  writeFileSync(join(home, '.npmrc'), settings)
  const packages = join(home, 'packages')
  mkdirSync(packages)
  for (const { name, tarball } of packPackages(packages, publishedPackages)) {
    const { status, stderr } = spawnSync('npm', ['publish', tarball, '--provenance=false', '--access', 'public'], {
      cwd: packages,
      env: environment,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`Could not publish ${name} to the local registry: ${stderr.trim()}`)
  }
}
