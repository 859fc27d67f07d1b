/** Packs the public packages and lists the files of their tarballs. */
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PublishedManifest } from './check-manifest.ts'

export const root = fileURLToPath(new URL('../../../', import.meta.url))

export interface PackedPackage {
  readonly name: string
  readonly version: string
  readonly folder: string
  readonly tarball: string
  readonly manifest: Manifest
  readonly files: readonly string[]
  /** Bytes of the tarball and of the unpacked files. */
  readonly size: { readonly packed: number; readonly unpacked: number }
}

export interface Manifest extends PublishedManifest {
  readonly version: string
  readonly private?: boolean
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
}

/**
 * @param names packages to pack. Default: all public ones
 * @param folders their folders. Default: the public packages of the repository
 */
export function packPackages(destination: string, names?: readonly string[], folders = listPublic()): PackedPackage[] {
  return folders.filter((folder) => names?.includes(readManifest(folder).name) ?? true).map((folder) => packPackage(folder, destination))
}

/** Lists the folders of the published packages. */
export function listPublic(): string[] {
  return globSync(join(root, 'packages/*/package.json'))
    .map((file) => dirname(file))
    .filter((folder) => !readManifest(folder).private)
    .toSorted()
}

function packPackage(folder: string, destination: string): PackedPackage {
  const output = execFileSync('pnpm', ['pack', '--json', '--pack-destination', destination], { cwd: folder, encoding: 'utf8' })
  const packed = JSON.parse(output.slice(output.indexOf('{'))) as { filename: string; files: { path: string }[] }
  const files = packed.files.map(({ path }) => path)
  const manifest = readManifest(folder)
  // LICENSE comes from the root, so it does not exist in the folder.
  const unpacked = files.map((file) => statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0)
  const size = { packed: statSync(packed.filename).size, unpacked: unpacked.reduce((sum, each) => sum + each, 0) }
  return { name: manifest.name, version: manifest.version, folder, tarball: packed.filename, manifest, files, size }
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}
