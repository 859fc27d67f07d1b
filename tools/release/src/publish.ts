#!/usr/bin/env node
/**
 * `node tools/release/src/publish.ts <folder>`: publishes the tarballs in a folder that the registry does not have yet. It imports
 * no installed package, because a job that may sign and publish runs no third-party code.
 */
import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeFailure, runProgram } from './run-program.ts'

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
  .map(readTarball)
if (tarballs.length === 0)
  exitWithError(`No tarballs found in ${positionals[0] ?? 'this folder'}. Run \`pnpm verify release --keep <folder>\` first.`)

// Publishes nothing if one package would be rejected.
const repository = process.env['GITHUB_REPOSITORY']
for (const { name, repository: source } of tarballs)
  if (repository !== undefined && source?.url !== `git+https://github.com/${repository}.git`)
    exitWithError(
      `${name} names the repository ${source?.url ?? '(none)'}, expected ${repository}. Fix "repository" in the root's package.json.`,
    )

const problems = (await Promise.all(tarballs.map(publishTarball))).filter((each) => each !== undefined)
if (problems.length > 0) exitWithError(problems.join('\n'))

function readTarball(file: string): Tarball {
  const manifest = execFileSync('tar', ['-xzOf', file, 'package/package.json'], { encoding: 'utf8' })
  return { ...(JSON.parse(manifest) as Manifest), file }
}

/** Publishes one tarball. All run at the same time, as npm is mostly busy with files. */
async function publishTarball({ name, version, file }: Tarball): Promise<string | undefined> {
  if (await isPublished(name, version)) {
    console.log(`skipped    ${name}@${version}`)
    return undefined
  }
  const provenance = values['no-provenance'] ? '--provenance=false' : '--provenance'
  const problem = describeFailure(
    await runProgram('npm', ['publish', file, provenance, '--access', 'public', '--loglevel', 'error', ...settings]),
  )
  if (problem !== undefined) return `Could not publish ${name}@${version}: ${problem}`
  console.log(`published  ${name}@${version}`)
  return undefined
}

/** Checks whether the registry has the version. Exits on any other status than 200 and 404. */
async function isPublished(name: string, version: string): Promise<boolean> {
  const { ok, status } = await fetch(`${registry}${name.replace('/', '%2f')}/${version}`)
  if (!ok && status !== 404) exitWithError(`${registry} returned status ${status} for ${name}@${version}. Try again later.`)
  return ok
}

function exitWithError(message: string): never {
  console.error(message)
  process.exit(1)
}
