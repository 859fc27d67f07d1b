/** Packs every public package into a folder and says what each tarball holds. */
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
  /** In bytes: what is downloaded, and what is then on the disk. */
  readonly size: { readonly packed: number; readonly unpacked: number }
}

export interface Manifest extends PublishedManifest {
  readonly version: string
  readonly private?: boolean
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
}

/**
 * @param names of those that are wanted; all public ones, if none are given
 * @param folders where they are
 */
export function packPackages(destination: string, names?: readonly string[], folders = listPublic()): PackedPackage[] {
  return folders.filter((folder) => names?.includes(readManifest(folder).name) ?? true).map((folder) => packPackage(folder, destination))
}

/** The folders of what is published. */
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
  // The license is the root's.
  const unpacked = files.map((file) => statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0)
  const size = { packed: statSync(packed.filename).size, unpacked: unpacked.reduce((sum, each) => sum + each, 0) }
  return { name: manifest.name, version: manifest.version, folder, tarball: packed.filename, manifest, files, size }
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}
