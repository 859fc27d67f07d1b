/** For the images that the Dockerfile begins with, where no registry of images is reached: the same packages of Debian, this Node and this npm. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Engine } from './engine.ts'

const withoutPages = ['doc', 'man', 'locale', 'info'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`)

/** What the one without a shell is made of. */
const bare = 'base-files,netbase,tzdata,ca-certificates,libc6,libgcc-s1,libstdc++6,libssl3'

/** @param names of the images, the one to build in and the one to run in */
export function makeStandIns([builder, runner]: readonly [string, string], folder: string, { run }: Engine): void {
  const make = (name: string, flags: readonly string[], add: (root: string) => void) => {
    const [root, tarball] = [join(folder, 'root'), join(folder, 'root.tar')]
    // As a file, not as a folder: what is mounted there while it is made must not be where this program removes what is its own.
    execFileSync('mmdebstrap', [...flags, ...withoutPages, 'bookworm', tarball], { stdio: 'pipe' })
    mkdirSync(root)
    execFileSync('tar', ['-xf', tarball, '-C', root])
    add(root)
    execFileSync('tar', ['-cf', tarball, '-C', root, '.'])
    rmSync(root, { recursive: true })
    run(['import', tarball, name])
    rmSync(tarball)
  }
  make(builder, ['--variant=minbase'], addNode)
  make(runner, ['--variant=extract', `--include=${bare}`], (root) => {
    writeFileSync(
      join(root, 'etc/passwd'),
      'root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n',
    )
    writeFileSync(join(root, 'etc/group'), 'root:x:0:\nnonroot:x:65532:\n')
  })
}

function addNode(root: string): void {
  const npm = dirname(dirname(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())))
  const modules = join(root, 'usr/local/lib/node_modules')
  mkdirSync(modules, { recursive: true })
  cpSync(realpathSync(process.execPath), join(root, 'usr/local/bin/node'))
  cpSync(npm, join(modules, 'npm'), { recursive: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'))
}
