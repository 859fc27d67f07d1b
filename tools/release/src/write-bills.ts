/** A bill of materials (CycloneDX) beside each tarball: what is inside it and what is installed with it, in which version, under which license. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PackedPackage } from './pack-packages.ts'

interface Component {
  readonly name: string
  readonly group?: string
  readonly licenses?: readonly unknown[]
}

interface Bill {
  readonly metadata: { readonly component: { readonly name: string; readonly version: string; readonly 'bom-ref'?: string } }
  readonly components?: readonly Component[]
  readonly dependencies?: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[]
}

type Billed = Pick<PackedPackage, 'name' | 'tarball' | 'manifest'>
type Built = Pick<PackedPackage, 'name' | 'tarball' | 'folder' | 'files'>

/** A package that a build put into files of ours. */
interface Bundled {
  readonly name: string
  readonly version: string
  readonly license: string
}

/** Of the packages alone: what the tools of this repository need, nobody else installs. */
export function writeBills(workspace: string, destination: string): string | undefined {
  const flags = ['--split', '--prod', '--sbom-format', 'cyclonedx', '--sbom-type', 'library', '--out', join(destination, '%s.cdx.json')]
  const { status, stdout, stderr } = spawnSync('pnpm', ['--filter', './packages/*', 'sbom', ...flags], { cwd: workspace, encoding: 'utf8' })
  return status === 0 ? undefined : `${stdout}${stderr}`.trim()
}

/** What is bundled is no dependency any more, and is in the tarball all the same. */
export function addBundled(packed: Built): void {
  const file = locateBill(packed)
  const bundled = findBundled(packed)
  if (bundled.length === 0) return
  const bill = JSON.parse(readFileSync(file, 'utf8')) as Bill
  const { components = [], dependencies = [], metadata } = bill
  const known = new Set(components.map(nameOf))
  const own = bundled.map((each) => ({ ...each, ref: `pkg:npm/${each.name.replace('@', '%40')}@${each.version}` }))
  const added = own.filter(({ name }) => !known.has(name))
  const whole: Bill = {
    ...bill,
    components: [...components, ...added.map(describe)],
    dependencies: [
      ...dependencies.map((each) =>
        each.ref === metadata.component['bom-ref']
          ? { ...each, dependsOn: [...new Set([...(each.dependsOn ?? []), ...own.map(({ ref }) => ref)])] }
          : each,
      ),
      ...added.map(({ ref }) => ({ ref, dependsOn: [] })),
    ],
  }
  writeFileSync(file, `${JSON.stringify(whole, null, 2)}\n`)
}

function describe({ name, version, license, ref }: Bundled & { readonly ref: string }) {
  const [group, own] = name.startsWith('@') ? name.split('/') : [undefined, name]
  // Those of one name are in the list of SPDX, those of several are an expression.
  const licenses = [/^[\w.+-]+$/.test(license) ? { license: { id: license } } : { expression: license }]
  return { type: 'library', ...(group && { group }), name: own ?? name, version, purl: ref, 'bom-ref': ref, licenses }
}

/** By the first lines of the licenses that go along: `preact 10.1.0 (MIT)`. */
function findBundled({ folder, files }: Pick<Built, 'folder' | 'files'>): Bundled[] {
  const texts = files
    .filter((file) => /THIRD-PARTY-LICENSES$|site\/assets\/.+\.(?:js|css)$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
  const found = texts.flatMap((text) => [...text.matchAll(/^(?:\/\*! )?((?:@[\w.-]+\/)?[\w.-]+) (\d+\.\d+\.\d\S*) \((.+)\)$/gm)])
  return [...new Map(found.map(([, name = '', version = '', license = '']) => [name, { name, version, license }])).values()]
}

const nameOf = ({ group, name }: Component): string => (group === undefined ? name : `${group}/${name}`)

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
  const named = new Set(components.map(nameOf))
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
