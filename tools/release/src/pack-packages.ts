/** Packs every public package into a folder and says what each tarball holds. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../../', import.meta.url))

export interface PackedPackage {
  readonly name: string
  readonly version: string
  readonly folder: string
  readonly tarball: string
  readonly manifest: Manifest
  readonly files: readonly string[]
}

export interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
}

/** @param names of those that are wanted; all public ones, if none are given */
export function packPackages(destination: string, names?: readonly string[]): PackedPackage[] {
  return readdirSync(join(root, 'packages'))
    .map((name) => join(root, 'packages', name))
    .filter((folder) => !readManifest(folder).private && (names?.includes(readManifest(folder).name) ?? true))
    .map((folder) => packPackage(folder, destination))
}

function packPackage(folder: string, destination: string): PackedPackage {
  const output = execFileSync('pnpm', ['pack', '--json', '--pack-destination', destination], { cwd: folder, encoding: 'utf8' })
  const { filename, files } = JSON.parse(output.slice(output.indexOf('{'))) as { filename: string; files: { path: string }[] }
  const manifest = readManifest(folder)
  return { name: manifest.name, version: manifest.version, folder, tarball: filename, manifest, files: files.map(({ path }) => path) }
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}
