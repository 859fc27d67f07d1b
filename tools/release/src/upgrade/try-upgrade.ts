/** A second release, of a specification that changed in three ways, and a project that goes over to it by what the changelog says. */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { installProject, writeSettings } from '../consumers/install-project.ts'
import { npm } from '../consumers/runtimes.ts'
import { listPublic, packPackages, readManifest, root } from '../pack-packages.ts'
import type { Report } from '../report.ts'
import { versionPackages } from '../version-copy.ts'

/** An addition, a breaking change and a correction; and the sentence by which a reader knows each. */
const edits = [
  {
    file: 'spec/control/volumes.yaml',
    before: /^( {8})description: \{ type: \[string, 'null'\], description: Free text about what the volume is for\..*$/m,
    after: `$&\n$1shelf: { type: string, description: Which shelf of the storage room it stands for., examples: [B4] }`,
  },
  {
    file: 'spec/control/ssh-keys.yaml',
    before: /^( {4}SshKeyUpdate:\n {6}description: What to change\.)$/m,
    after: '$1\n      required: [name]',
  },
  {
    file: 'spec/control/volumes.yaml',
    before: 'Free text about what the volume is for.',
    after: 'Free text about what is kept on the volume.',
  },
]

const program = `import type { SshKeyUpdate, VolumeCreate } from '@spindrift/types'
import { createCloud } from '@spindrift/client'

export const rename: SshKeyUpdate = {}
export const volume: VolumeCreate = { name: 'covers' }
export const cloud = createCloud({ baseUrl: 'http://127.0.0.1:4020', token: 'any' })
`
const mended = program
  .replace('SshKeyUpdate = {}', `SshKeyUpdate = { name: 'studio' }`)
  .replace(`{ name: 'covers' }`, `{ name: 'covers', shelf: 'B4' }`)

export async function tryUpgrade(folder: string, registry: string, { check }: Report): Promise<void> {
  mkdirSync(folder)
  const clone = join(folder, 'clone')
  const run = (command: string, ...args: readonly string[]): string | undefined => {
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: clone,
      encoding: 'utf8',
      maxBuffer: 1e8,
      env: { ...process.env, TURBO_CACHE_DIR: join(folder, 'turbo') },
    })
    return status === 0 ? undefined : `${command} ${args.join(' ')} ended with ${status}: ${`${stdout}${stderr}`.trim().slice(-3000)}`
  }
  execFileSync('git', ['clone', '--quiet', '--local', root, clone])
  versionPackages(clone)
  const first = readManifest(join(clone, 'packages/types')).version
  commit(clone, 'first')
  const old = join(folder, 'bundles')
  const installed = run('pnpm', 'install', '--prefer-offline', '--no-frozen-lockfile') ?? run('pnpm', 'run', 'bundle')
  if (installed === undefined) cpSync(join(clone, 'spec/dist'), old, { recursive: true })
  for (const edit of edits) change(join(clone, edit.file), edit.before, edit.after)
  const problem = installed ?? run('pnpm', 'run', 'bundle')
  check('upgrade: the specification changes in three ways and is bundled', problem)
  if (problem !== undefined) return
  check('upgrade: the changes are told to the readers', tellChanges(clone, old))
  versionPackages(clone)
  const second = readManifest(join(clone, 'packages/types')).version
  check(`upgrade: after ${first} comes ${second}`, second === first ? 'no changeset made a version' : undefined)
  const built = run('pnpm', 'run', 'build')
  check('upgrade: everything is built from it', built)
  if (built !== undefined) return
  check('upgrade: and published', publishClone(clone, folder, registry))
  followChangelog(join(folder, 'project'), registry, [first, second], check)
}

/** @param old the bundles of the release before */
function tellChanges(clone: string, old: string): string | undefined {
  const args = ['tools/spec/src/main.ts', 'diff', '--since', old, '--write']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: clone, encoding: 'utf8' })
  return status === 0 ? undefined : `${stdout}${stderr}`.trim()
}

function publishClone(clone: string, folder: string, registry: string): string | undefined {
  const tarballs = join(folder, 'tarballs')
  mkdirSync(tarballs)
  packPackages(
    tarballs,
    undefined,
    listPublic().map((each) => join(clone, 'packages', basename(each))),
  )
  const userconfig = join(folder, 'npmrc')
  writeFileSync(userconfig, writeSettings(registry))
  const args = ['tools/release/src/publish.ts', tarballs, '--no-provenance', '--registry', registry, '--userconfig', userconfig]
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? undefined : stderr.trim()
}

function followChangelog(project: string, registry: string, [first, second]: readonly [string, string], check: Report['check']): void {
  const packages = (version: string): Record<string, string> => ({ '@spindrift/types': version, '@spindrift/client': version })
  check(`upgrade: a project on ${first}`, installProject(project, npm, registry, packages(first)).problem)
  writeFileSync(join(project, 'app.mts'), program)
  check('upgrade: its program is type-checked', typeCheck(project))
  check(`upgrade: it goes over to ${second}`, installProject(project, npm, registry, packages(second)).problem)
  const broken = typeCheck(project) ?? ''
  check('upgrade: the checker finds what broke', /'name' is missing/.test(broken) ? undefined : `It says: ${broken || 'nothing'}`)
  const changelog = readFileSync(join(project, 'node_modules/@spindrift/types/CHANGELOG.md'), 'utf8').split('\n## ')[1] ?? ''
  check(
    'upgrade: the changelog says what to do',
    /name/.test(changelog) && changelog.startsWith(second) ? undefined : `It says: ${changelog}`,
  )
  writeFileSync(join(project, 'app.mts'), mended)
  check('upgrade: after that, the program is type-checked again', typeCheck(project))
}

function typeCheck(project: string): string | undefined {
  const args = [
    join(root, 'node_modules/typescript/bin/tsc'),
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    'false',
    '--target',
    'es2024',
    '--module',
    'nodenext',
    '--lib',
    'es2024,dom,dom.iterable,esnext.disposable',
    'app.mts',
  ]
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' })
  return status === 0 ? undefined : stdout
}

function change(file: string, before: RegExp | string, after: string): void {
  const text = readFileSync(file, 'utf8')
  const changed = text.replace(before, after)
  if (changed === text)
    throw new Error(`${file} has no place any more for what the rehearsal changes in it. Choose another in try-upgrade.ts.`)
  writeFileSync(file, changed)
}

function commit(clone: string, message: string): void {
  const git = ['-c', 'user.name=rehearsal', '-c', 'user.email=rehearsal@localhost']
  execFileSync('git', ['add', '--all'], { cwd: clone })
  execFileSync('git', [...git, 'commit', '--quiet', '--no-verify', '--no-gpg-sign', '--allow-empty', '--message', message], { cwd: clone })
}
