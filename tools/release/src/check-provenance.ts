/** Checks what npm provenance relies on: the repository in the manifest, and the published bytes. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { PackedPackage } from './pack-packages.ts'

/** @param repository `owner/name`, from GITHUB_REPOSITORY */
export function checkRepository(packed: readonly Pick<PackedPackage, 'name' | 'manifest'>[], repository: string): string[] {
  return packed
    .filter(({ manifest }) => manifest.repository?.url !== `git+https://github.com/${repository}.git`)
    .map(
      ({ name, manifest }) =>
        `${name} names the repository ${manifest.repository?.url ?? '(none)'}, but ${repository} publishes it. Fix "repository" in the root's package.json, and run \`pnpm verify surface --write\`.`,
    )
}

/** Checks that the registry has exactly the bytes of the inspected tarball. */
export async function checkIntegrity({ name, tarball, manifest }: PackedPackage, registry: string): Promise<string[]> {
  const response = await fetch(`${registry}${name.replace('/', '%2f')}/${manifest.version}`)
  const { dist } = (await response.json()) as { readonly dist?: { readonly integrity?: string } }
  const packed = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`
  return dist?.integrity === packed ? [] : [`${name}: the registry has ${dist?.integrity ?? 'no tarball'}, expected ${packed}.`]
}
