/** Resolves the base of a comparison: the bundles of a folder or of a commit. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { repoFolder } from '../documents.ts'

export interface Base {
  readonly folder: string
  /** Commit hash, if the base is a commit. */
  readonly commit?: string
}

export function resolveBase(since: string): Base {
  if (existsSync(since) && statSync(since).isDirectory()) return { folder: since }
  const commit = tryGit(['rev-parse', '--verify', '--quiet', `${since}^{commit}`])
  if (commit === undefined)
    throw new Error(
      `${JSON.stringify(since)} is neither a folder of bundles nor a commit. Fetch it (git fetch --tags), or set another base with --since.`,
    )
  return { folder: bundleCommit(commit), commit }
}

/** Returns the tag of the last release, or undefined if there is none. */
export function findLastRelease(): string | undefined {
  return tryGit(['describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', '--match', '@spindrift/*'])
}

/** Reads the changesets at a commit, to ignore those that have not changed. */
export function readChangesetsAt(commit: string): ReadonlyMap<string, string> {
  const files = tryGit(['ls-tree', '-r', '--name-only', commit, '.changeset'])?.split('\n') ?? []
  return new Map(files.filter((file) => file.endsWith('.md')).map((file) => [file, tryGit(['show', `${commit}:${file}`]) ?? '']))
}

/** Bundles a commit with its own tools and caches the result. */
function bundleCommit(commit: string): string {
  const trees = ['spec', 'tools/spec'].map((path) => tryGit(['rev-parse', `${commit}:${path}`])?.slice(0, 16))
  const cached = join(repoFolder, 'node_modules/.cache/spindrift-bundles', trees.join('-'))
  if (existsSync(join(cached, 'sources.json'))) return cached
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
    mkdirSync(dirname(cached), { recursive: true })
    // Copies to a temporary folder first, so that an incomplete copy is never used.
    const temporary = mkdtempSync(`${cached}.`)
    cpSync(join(checkout, 'spec/dist'), temporary, { recursive: true })
    if (!existsSync(cached)) cpSync(temporary, cached, { recursive: true })
    rmSync(temporary, { recursive: true })
    return cached
  } catch (error) {
    throw new Error(
      `The specification of ${commit.slice(0, 7)} cannot be bundled with the installed dependencies. Pass a folder with its bundles to --since instead.`,
      {
        cause: error,
      },
    )
  } finally {
    rmSync(checkout, { recursive: true, force: true })
  }
}

/** Lists the APIs with a bundle in the folder. */
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
