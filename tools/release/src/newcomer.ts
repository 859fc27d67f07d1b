#!/usr/bin/env node
/** `pnpm verify newcomer`: from an empty folder to a passing test, with the packages as they would be published, by the commands of the recipes. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { startRegistry } from './local-registry.ts'
import { packPackages, root } from './pack-packages.ts'
import { readRecipes } from './read-recipes.ts'
import { runCommands } from './run-commands.ts'

/** By folder. What the machine has to have; and what says that a test ran and passed, as an empty run may end well, too. */
const expectations: Readonly<Record<string, { readonly needs?: string; readonly shows: RegExp }>> = {
  vitest: { shows: /Tests\s+2 passed/ },
  'node-test': { shows: /pass 1$/m },
  jest: { shows: /Tests:\s+1 passed/ },
  playwright: { shows: /1 passed/ },
  pytest: { needs: 'python3 -c "import pytest, xdist"', shows: /2 passed/ },
  go: { needs: 'go version', shows: /^ok\s/m },
  ansible: { needs: 'ansible-playbook --version', shows: /ok=3 .*failed=0/ },
}

/** By the recipes, and what these depend on. */
const installed = ['@spindrift/types', '@spindrift/client', '@spindrift/sandbox']

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } })
const home = mkdtempSync(join(tmpdir(), 'spindrift-newcomer-'))
// This Node, and then the programs of the system: what a user has put before them is a matter of that user.
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
  publish(registry.url)
  for (const recipe of readRecipes(join(root, 'packages/sandbox/recipes'))) {
    const key = recipe.folder.slice(recipe.folder.lastIndexOf('/') + 1)
    if (values.only && !values.only.includes(key)) continue
    const expected = expectations[key]
    if (!expected) throw new Error(`${key} is a recipe, and nothing says how it shows that a test passed: expectations in newcomer.ts.`)
    if (expected.needs !== undefined && runCommands([expected.needs], home, environment).problem !== undefined) {
      skipped.push(`${recipe.name}: needs ${expected.needs}`)
      continue
    }
    const project = join(home, 'projects', key)
    cpSync(recipe.folder, project, { recursive: true })
    const {
      ran,
      output,
      problem = expected.shows.test(stripVTControlCharacters(output)) ? undefined : `no test passed: ${output.slice(-1500)}`,
    } = runCommands(recipe.commands, project, environment)
    console.error(`\n${recipe.name}`)
    for (const each of ran) console.error(`${each.seconds.toFixed(1).padStart(7)} s  ${each.command}`)
    seconds[key] = Math.round(ran.reduce((sum, each) => sum + each.seconds, 0) * 10) / 10
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

/** And has npm of this home install from there. */
function publish(url: string): void {
  const settings = `registry=${url}\n//${new URL(url).host}/:_authToken=newcomer\naudit=false\nfund=false\nupdate-notifier=false\n`
  writeFileSync(join(home, '.npmrc'), settings)
  const packages = join(home, 'packages')
  mkdirSync(packages)
  for (const { name, tarball } of packPackages(packages, installed)) {
    const { status, stderr } = spawnSync('npm', ['publish', tarball, '--provenance=false', '--access', 'public'], {
      cwd: packages,
      env: environment,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`${name} could not be published to the registry on loopback: ${stderr.trim()}`)
  }
}
