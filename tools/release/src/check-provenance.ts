/** Provenance, as the registry checks it: the repository that the manifest names, and the bytes that were packed. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { PackedPackage } from './pack-packages.ts'

/** @param repository as the runner names it, `owner/name` */
export function checkRepository(packed: readonly Pick<PackedPackage, 'name' | 'manifest'>[], repository: string): string[] {
  return packed
    .filter(({ manifest }) => manifest.repository?.url !== `git+https://github.com/${repository}.git`)
    .map(
      ({ name, manifest }) =>
        `${name} says it comes from ${manifest.repository?.url ?? 'nowhere'}, and ${repository} publishes it. Mend "repository" in the root's package.json, then \`pnpm verify surface --write\`.`,
    )
}

/** What the registry has is, byte for byte, the tarball that was inspected. */
export async function checkIntegrity({ name, tarball, manifest }: PackedPackage, registry: string): Promise<string[]> {
  const answer = await fetch(`${registry}${name.replace('/', '%2f')}/${manifest.version}`)
  const { dist } = (await answer.json()) as { readonly dist?: { readonly integrity?: string } }
  const packed = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`
  return dist?.integrity === packed ? [] : [`${name}: the registry has ${dist?.integrity ?? 'nothing'}, and ${packed} was packed.`]
}
