#!/usr/bin/env node
/**
 * `node tools/release/src/publish.ts <folder>`: sends the tarballs in a folder to the registry, those that it does not have yet. It imports
 * nothing that has to be installed, because what may sign and publish runs no code of others.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly repository?: { readonly url?: string }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { registry: { type: 'string' }, 'no-provenance': { type: 'boolean', default: false }, userconfig: { type: 'string' } },
})
const settings = [
  ...(values.registry === undefined ? [] : ['--registry', values.registry]),
  ...(values.userconfig === undefined ? [] : ['--userconfig', values.userconfig]),
]
const repository = process.env['GITHUB_REPOSITORY']
const tarballs = globSync(join(positionals[0] ?? '.', '*.tgz')).toSorted()
if (tarballs.length === 0)
  fail(`There are no tarballs in ${positionals[0] ?? 'this folder'}. Run \`pnpm prove release --keep <folder>\` first.`)

for (const tarball of tarballs) {
  const {
    name,
    version,
    repository: source,
  } = JSON.parse(execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' })) as Manifest
  if (repository !== undefined && source?.url !== `git+https://github.com/${repository}.git`)
    fail(`${name} says it comes from ${source?.url ?? 'nowhere'}, and this is ${repository}. Mend "repository" in the root's package.json.`)
  if (spawnSync('npm', ['view', `${name}@${version}`, 'version', ...settings], { stdio: 'ignore' }).status === 0) {
    console.log(`kept       ${name}@${version}`)
    continue
  }
  const provenance = values['no-provenance'] ? '--provenance=false' : '--provenance'
  const { status, stderr } = spawnSync('npm', ['publish', tarball, provenance, '--access', 'public', ...settings], { encoding: 'utf8' })
  if (status !== 0) fail(`${name}@${version} could not be published: ${stderr.trim()}`)
  console.log(`published  ${name}@${version}`)
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
