/** Unpacks tarballs into an empty project, with the dependencies that this checkout has installed. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type PackedPackage, root } from '../pack-packages.ts'

/** Other packages that the programs and the type check import, and where they are installed. */
const others = { '@types/node': root, undici: join(root, 'packages/client'), testcontainers: join(root, 'packages/testcontainers') }

export function linkProject(folder: string, packed: readonly PackedPackage[]): void {
  const modules = join(folder, 'node_modules')
  for (const { name, tarball, manifest, folder: source } of packed) {
    const target = join(modules, name)
    mkdirSync(target, { recursive: true })
    execFileSync('tar', ['-xzf', tarball, '-C', target, '--strip-components=1'])
    // Only its declared dependencies: it fails to load if one is missing in the manifest.
    for (const dependency of Object.keys(manifest.dependencies ?? {}))
      if (packed.every((each) => each.name !== dependency)) linkPackage(join(target, 'node_modules'), dependency, source)
  }
  for (const [name, source] of Object.entries(others)) linkPackage(modules, name, source)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'project', type: 'module', private: true }))
}

function linkPackage(modules: string, name: string, source: string): void {
  mkdirSync(dirname(join(modules, name)), { recursive: true })
  symlinkSync(realpathSync(join(source, 'node_modules', name)), join(modules, name))
}
