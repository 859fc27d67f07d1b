/** The last commit as a repository of its own: on main, with an origin that may be pushed to and a stand-in of `gh` on the path. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../pack-packages.ts'
import { type Ended, runProgram } from '../run-program.ts'
import { writeGithub } from '../write-github.ts'

export interface Clone {
  readonly folder: string
  readonly run: (command: string, ...args: readonly string[]) => Promise<Ended>
  /** @returns the commit with everything that was changed */
  readonly commit: (message: string) => string
  readonly git: (...args: readonly string[]) => string
  /** What `gh` was asked. */
  readonly asked: () => string[]
  /** What the last step told those that follow it. */
  readonly output: () => string
}

export function makeClone(home: string): Clone {
  const [origin, folder, output] = [join(home, 'origin'), join(home, 'clone'), join(home, 'output')]
  mkdirSync(folder, { recursive: true })
  const { bin, asked } = writeGithub(home)
  const identity = ['-c', 'user.name=rehearsal', '-c', 'user.email=rehearsal@localhost', '-c', 'commit.gpgsign=false']
  const git = (...args: readonly string[]): string => execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' }).trim()
  git('init', '--quiet', '--bare', origin)
  git('init', '--quiet', '--initial-branch', 'main')
  git('remote', 'add', 'origin', origin)
  // Without what came before: a runner may not have it either, and changesets would look for more of it without an end.
  const archive = join(home, 'commit.tar')
  execFileSync('git', ['archive', '--output', archive, 'HEAD'], { cwd: root })
  execFileSync('tar', ['-xf', archive, '-C', folder])
  const run = (command: string, ...args: readonly string[]): Promise<Ended> => {
    writeFileSync(output, '')
    const env = { TURBO_CACHE_DIR: join(home, 'turbo'), GITHUB_OUTPUT: output, PATH: `${bin}:${process.env['PATH']}` }
    return runProgram(command, args, { cwd: folder, env })
  }
  const commit = (message: string): string => {
    git('add', '--all')
    git('commit', '--quiet', '--no-verify', '--allow-empty', '--message', message)
    return git('rev-parse', 'HEAD')
  }
  return { folder, run, commit, git, asked, output: () => readFileSync(output, 'utf8').trim() }
}
