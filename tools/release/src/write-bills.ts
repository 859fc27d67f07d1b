/** A bill of materials (CycloneDX) beside each tarball: what is installed with it, in which version, under which license. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PackedPackage } from './pack-packages.ts'

interface Bill {
  readonly metadata: { readonly component: { readonly name: string; readonly version: string } }
  readonly components?: readonly { readonly name: string; readonly group?: string; readonly licenses?: readonly unknown[] }[]
}

type Billed = Pick<PackedPackage, 'name' | 'tarball' | 'manifest'>

/** Of the packages alone: what the tools of this repository need, nobody else installs. */
export function writeBills(workspace: string, destination: string): string | undefined {
  const flags = ['--split', '--prod', '--sbom-format', 'cyclonedx', '--sbom-type', 'library', '--out', join(destination, '%s.cdx.json')]
  const { status, stdout, stderr } = spawnSync('pnpm', ['--filter', './packages/*', 'sbom', ...flags], { cwd: workspace, encoding: 'utf8' })
  return status === 0 ? undefined : `${stdout}${stderr}`.trim()
}

/** Beside the tarball. */
export function locateBill({ name, tarball }: Pick<PackedPackage, 'name' | 'tarball'>): string {
  return join(dirname(tarball), `${name.slice(1).replace('/', '-')}.cdx.json`)
}

/**
 * Whether the bill names what the manifest does, and each thing's license.
 * @param version of the workspace, which is the tarball's once changesets have become a version
 */
export function checkBill(packed: Billed, version: string): string[] {
  const file = locateBill(packed)
  if (!existsSync(file)) return [`${packed.name} has no bill of materials: ${file} is not there.`]
  const { metadata, components = [] } = JSON.parse(readFileSync(file, 'utf8')) as Bill
  const named = new Set(components.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`)))
  const missing = Object.keys(packed.manifest.dependencies ?? {}).filter((name) => !named.has(name))
  const is = metadata.component.version
  return [
    ...(is === version ? [] : [`${packed.name}: its bill of materials is of ${is}, and the workspace is at ${version}.`]),
    ...missing.map((name) => `${packed.name}: its bill of materials leaves out ${name}.`),
    ...(components.length === 0 || components.some(({ licenses = [] }) => licenses.length > 0)
      ? []
      : [`${packed.name}: its bill of materials names no license. Run \`pnpm install\`, as licenses are read from what is installed.`]),
  ]
}
