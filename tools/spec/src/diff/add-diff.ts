/** `pnpm spec diff`: what has changed since a release, for whom, and whether the changesets say so. */
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
    .description('say what has changed in the APIs, whom it breaks and what it adds, and write or check the changeset for it')
    .option(
      '--since <tag, commit or folder>',
      'what to compare with: a release, a commit, or a folder of bundles (default: the last release)',
    )
    .option('--to <folder>', 'compare the bundles of this folder instead of the specification as it is now', join(specFolder, 'dist'))
    .option('--json', 'print one JSON object')
    .option('--write', 'write the changeset, with a sentence for each change')
    .option('--check', 'exit with 1 when a change has no changeset of its size, or an operation was removed that was not deprecated')
    .addHelpText(
      'after',
      '\nA change is breaking, an addition or a fix, for each package that it reaches. Below 1.0.0 a breaking change needs a minor changeset whose text says what breaks.',
    )
    .action(async (options: Options) => {
      const since = options.since ?? findLastRelease()
      if (since === undefined) {
        console.log('There has been no release to compare with: whatever is in the specification is new. Compare with a commit by --since.')
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
    const file = join(repoFolder, '.changeset', `apis-since-${base.commit?.slice(0, 7) ?? 'last-time'}.md`)
    writeFileSync(file, formatChangeset(changes, version))
    console.error(`Wrote ${file}`)
  }
  if (!options.check) return 0
  const faults = [...removed, ...checkChangesets(changes, readNewChangesets(base.commit), version)]
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) console.error('Write a changeset by: pnpm spec diff --since … --write')
  return faults.length > 0 ? 1 : 0
}

function describeWhole(api: string, isNew: boolean): Change {
  const subject = `The API \`${api}\``
  return toChange(api, {
    impact: isNew ? 'addition' : 'breaking',
    kind: 'wire',
    subject,
    sentence: `${subject} is ${isNew ? 'new' : 'gone'}.`,
  })
}

function readFolder(folder: string): ReadonlyMap<string, unknown> {
  const names = listBundles(folder).filter((name) => (apis as readonly string[]).includes(name))
  if (names.length === 0) throw new Error(`${folder} has none of ${apis.map((api) => `${api}.json`).join(', ')}.`)
  return new Map(names.map((name) => [name, JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as unknown]))
}

/** All packages have one version. */
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
  console.log(changes.length === 0 ? 'Nothing has changed.' : `${changes.length} changes; ${worst.join(', ')}`)
}

/** Named one by one where not all are reached. */
function reachOf({ reaches }: Change): string {
  const names = Object.keys(reaches) as PackageName[]
  return names.length === packages.length ? 'all packages' : names.join(', ')
}
