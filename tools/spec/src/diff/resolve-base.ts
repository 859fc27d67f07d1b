/** The bundles that are compared with: those of a folder, or those that a commit gives. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { repoFolder } from '../documents.ts'

export interface Base {
  readonly folder: string
  /** Where it is a commit. */
  readonly commit?: string
}

export function resolveBase(since: string): Base {
  if (existsSync(since) && statSync(since).isDirectory()) return { folder: since }
  const commit = tryGit(['rev-parse', '--verify', '--quiet', `${since}^{commit}`])
  if (commit === undefined)
    throw new Error(
      `${JSON.stringify(since)} is neither a folder of bundles nor a commit. Fetch it (git fetch --tags), or give another with --since.`,
    )
  return { folder: bundleCommit(commit), commit }
}

/** Of the last release, if there has been one. */
export function findLastRelease(): string | undefined {
  return tryGit(['describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', '--match', '@spindrift/*'])
}

/** Changesets as they were at a commit: what is still the same is no news. */
export function readChangesetsAt(commit: string): ReadonlyMap<string, string> {
  const files = tryGit(['ls-tree', '-r', '--name-only', commit, '.changeset'])?.split('\n') ?? []
  return new Map(files.filter((file) => file.endsWith('.md')).map((file) => [file, tryGit(['show', `${commit}:${file}`]) ?? '']))
}

/** Bundled by the tools of that commit, and kept for the next time. */
function bundleCommit(commit: string): string {
  const trees = ['spec', 'tools/spec'].map((path) => tryGit(['rev-parse', `${commit}:${path}`])?.slice(0, 16))
  const kept = join(repoFolder, 'node_modules/.cache/spindrift-bundles', trees.join('-'))
  if (existsSync(join(kept, 'sources.json'))) return kept
  const checkout = mkdtempSync(join(tmpdir(), 'spindrift-base-'))
  try {
    const archive = join(checkout, 'spec.tar')
    execFileSync(
      'git',
      ['archive', '--format=tar', '-o', archive, commit, 'package.json', 'redocly.yaml', 'spec', 'tools/spec', 'generators'],
      {
        cwd: repoFolder,
      },
    )
    execFileSync('tar', ['-xf', archive], { cwd: checkout })
    for (const folder of ['', 'spec', 'tools/spec'])
      symlinkSync(join(repoFolder, folder, 'node_modules'), join(checkout, folder, 'node_modules'))
    execFileSync(process.execPath, ['tools/spec/src/main.ts', 'bundle'], {
      cwd: checkout,
      env: { ...process.env, PATH: `${join(repoFolder, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}` },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    mkdirSync(dirname(kept), { recursive: true })
    // In one step, so that nobody finds half of it.
    const beside = mkdtempSync(`${kept}.`)
    cpSync(join(checkout, 'spec/dist'), beside, { recursive: true })
    if (!existsSync(kept)) cpSync(beside, kept, { recursive: true })
    rmSync(beside, { recursive: true })
    return kept
  } catch (error) {
    throw new Error(
      `The specification of ${commit.slice(0, 7)} cannot be bundled with what is installed now. Give a folder of its bundles with --since instead.`,
      {
        cause: error,
      },
    )
  } finally {
    rmSync(checkout, { recursive: true, force: true })
  }
}

/** The APIs that the folder has a bundle of. */
export function listBundles(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json') && file !== 'sources.json')
    .map((file) => file.replace(/\.json$/, ''))
}

function tryGit(args: readonly string[]): string | undefined {
  try {
    return execFileSync('git', args, { cwd: repoFolder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}
