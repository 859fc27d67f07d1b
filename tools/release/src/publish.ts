#!/usr/bin/env node
/**
 * `node tools/release/src/publish.ts <folder>`: sends the tarballs in a folder to the registry, those that it does not have yet. It imports
 * nothing that has to be installed, because what may sign and publish runs no code of others.
 */
import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { explain, runProgram } from './run-program.ts'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly repository?: { readonly url?: string }
}

interface Tarball extends Manifest {
  readonly file: string
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { registry: { type: 'string' }, 'no-provenance': { type: 'boolean', default: false }, userconfig: { type: 'string' } },
})
const settings = [
  ...(values.registry === undefined ? [] : ['--registry', values.registry]),
  ...(values.userconfig === undefined ? [] : ['--userconfig', values.userconfig]),
]
const registry = values.registry ?? (await runProgram('npm', ['config', 'get', 'registry'])).stdout.trim()
const tarballs = globSync(join(positionals[0] ?? '.', '*.tgz'))
  .toSorted()
  .map(read)
if (tarballs.length === 0)
  fail(`There are no tarballs in ${positionals[0] ?? 'this folder'}. Run \`pnpm verify release --keep <folder>\` first.`)

// Nothing is sent where one of them would be refused.
const repository = process.env['GITHUB_REPOSITORY']
for (const { name, repository: source } of tarballs)
  if (repository !== undefined && source?.url !== `git+https://github.com/${repository}.git`)
    fail(`${name} says it comes from ${source?.url ?? 'nowhere'}, and this is ${repository}. Mend "repository" in the root's package.json.`)

const problems = (await Promise.all(tarballs.map(publish))).filter((each) => each !== undefined)
if (problems.length > 0) fail(problems.join('\n'))

function read(file: string): Tarball {
  const manifest = execFileSync('tar', ['-xzOf', file, 'package/package.json'], { encoding: 'utf8' })
  return { ...(JSON.parse(manifest) as Manifest), file }
}

/** Beside the others, as npm spends most of this time on the files of the tarball. */
async function publish({ name, version, file }: Tarball): Promise<string | undefined> {
  if (await isThere(name, version)) {
    console.log(`kept       ${name}@${version}`)
    return undefined
  }
  const provenance = values['no-provenance'] ? '--provenance=false' : '--provenance'
  const problem = explain(await runProgram('npm', ['publish', file, provenance, '--access', 'public', '--loglevel', 'error', ...settings]))
  if (problem !== undefined) return `${name}@${version} could not be published: ${problem}`
  console.log(`published  ${name}@${version}`)
  return undefined
}

/** Whoever may read what is public is told. Anything but yes or no is a reason to send nothing. */
async function isThere(name: string, version: string): Promise<boolean> {
  const { ok, status } = await fetch(`${registry}${name.replace('/', '%2f')}/${version}`)
  if (!ok && status !== 404) fail(`${registry} answers ${status} when it is asked for ${name}@${version}. Run this again when it is well.`)
  return ok
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
