/** `pnpm spec diff`: lists the changes since a release with their impact, and writes or checks changesets. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { apis, repoFolder, specFolder } from '../documents.ts'
import { impactOf, impacts, packages, toChange, type Change, type PackageName } from './change.ts'
import { checkChangesets, parseChangeset, worstOfEach, formatChangeset, type Changeset } from './changesets.ts'
import { compareDocuments } from './compare-documents.ts'
import { checkRemoved } from './find-removed.ts'
import { findLastRelease, listBundles, readChangesetsAt, resolveBase, type Base } from './resolve-base.ts'

interface Options {
  readonly since?: string
  readonly to: string
  readonly json?: boolean
  readonly write?: boolean
  readonly check?: boolean
}

export function addDiff(program: Command, bundle: () => Promise<number>): void {
  program
    .command('diff')
    .description('list the changes of the APIs with their impact, and write or check the changeset')
    .option(
      '--since <tag, commit or folder>',
      'base of the comparison: a release, a commit, or a folder of bundles (default: the last release)',
    )
    .option('--to <folder>', 'compare the bundles of this folder instead of the current specification', join(specFolder, 'dist'))
    .option('--json', 'print one JSON object')
    .option('--write', 'write the changeset, with a sentence for each change')
    .option('--check', 'exit with 1 if a change has no sufficient changeset, or if an operation was removed without a deprecation')
    .addHelpText(
      'after',
      '\nA change is breaking, an addition or a fix, for each affected package. Below 1.0.0 a breaking change needs a minor changeset with a text that describes what breaks.',
    )
    .action(async (options: Options) => {
      const since = options.since ?? findLastRelease()
      if (since === undefined) {
        console.log('There is no release to compare with, so everything in the specification is new. Use --since to compare with a commit.')
        return
      }
      if (resolve(options.to) === resolve(specFolder, 'dist') && (await bundle()) !== 0) {
        process.exitCode = 1
        return
      }
      process.exitCode = await diff(resolveBase(since), options)
    })
}

async function diff(base: Base, options: Options): Promise<number> {
  const before = readFolder(base.folder)
  const after = readFolder(options.to)
  const changes: Change[] = []
  const removed: string[] = []
  const today = new Date().toISOString().slice(0, 10)
  for (const api of apis) {
    const [old, now] = [before.get(api), after.get(api)]
    if (JSON.stringify(old) === JSON.stringify(now)) continue
    changes.push(...(old && now ? await compareDocuments(api, old, now) : [describeWhole(api, now !== undefined)]))
    removed.push(...checkRemoved(old, now, today))
  }
  const version = readVersion()
  if (options.json) console.log(JSON.stringify({ changes, removed }))
  else print(changes)
  if (options.write && changes.length > 0) {
    const file = join(repoFolder, '.changeset', `apis-since-${base.commit?.slice(0, 7) ?? 'folder'}.md`)
    writeFileSync(file, formatChangeset(changes, version))
    console.error(`Wrote ${file}`)
  }
  if (!options.check) return 0
  const problems = [...removed, ...checkChangesets(changes, readNewChangesets(base.commit), version)]
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) console.error('Write a changeset with: pnpm spec diff --since … --write')
  return problems.length > 0 ? 1 : 0
}

function describeWhole(api: string, isNew: boolean): Change {
  const subject = `The API \`${api}\``
  return toChange(api, {
    impact: isNew ? 'addition' : 'breaking',
    kind: 'wire',
    subject,
    sentence: `${subject} is ${isNew ? 'new' : 'removed'}.`,
  })
}

function readFolder(folder: string): ReadonlyMap<string, unknown> {
  const names = listBundles(folder).filter((name) => (apis as readonly string[]).includes(name))
  if (names.length === 0) throw new Error(`${folder} contains none of ${apis.map((api) => `${api}.json`).join(', ')}.`)
  return new Map(names.map((name) => [name, JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as unknown]))
}

/** Reads the version, which all packages share. */
function readVersion(): string {
  return (JSON.parse(readFileSync(join(repoFolder, 'packages/openapi/package.json'), 'utf8')) as { readonly version: string }).version
}

function readNewChangesets(commit: string | undefined): Changeset[] {
  const known = commit === undefined ? new Map<string, string>() : readChangesetsAt(commit)
  const folder = join(repoFolder, '.changeset')
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))
    .filter(({ file, text }) => known.get(`.changeset/${file}`) !== text.trim())
    .map(({ text }) => parseChangeset(text))
}

function print(changes: readonly Change[]): void {
  for (const impact of impacts) {
    for (const change of changes.filter((each) => impactOf(each) === impact)) {
      console.log(`${impact.padEnd(8)}  ${change.sentence}  (${reachOf(change)})`)
    }
  }
  const worst = [...worstOfEach(changes)].map(([name, impact]) => `${name} ${impact}`)
  console.log(changes.length === 0 ? 'No changes.' : `${changes.length} changes; ${worst.join(', ')}`)
}

/** Lists the affected packages, or "all packages". */
function reachOf({ reaches }: Change): string {
  const names = Object.keys(reaches) as PackageName[]
  return names.length === packages.length ? 'all packages' : names.join(', ')
}
