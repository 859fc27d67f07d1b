/** The repository as a runner has it: a clone whose origin may be pushed to, with a stand-in of `gh` on the path. */
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
  mkdirSync(home)
  const [origin, folder, output] = [join(home, 'origin'), join(home, 'clone'), join(home, 'output')]
  execFileSync('git', ['clone', '--quiet', '--bare', '--local', root, origin])
  execFileSync('git', ['clone', '--quiet', '--local', origin, folder])
  const { bin, asked } = writeGithub(home)
  const identity = ['-c', 'user.name=rehearsal', '-c', 'user.email=rehearsal@localhost', '-c', 'commit.gpgsign=false']
  const git = (...args: readonly string[]): string => execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' }).trim()
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
