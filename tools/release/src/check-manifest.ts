/** Manifest of a published package. Several fields are derived from the root's manifest and the package's folder. */
export interface PublishedManifest {
  readonly name: string
  readonly description?: string
  readonly keywords?: readonly string[]
  readonly homepage?: string
  readonly bugs?: unknown
  readonly repository?: { readonly type: string; readonly url: string; readonly directory?: string }
  readonly license?: string
  readonly type?: string
  readonly sideEffects?: unknown
  readonly files?: readonly string[]
  readonly engines?: { readonly node?: string }
  readonly publishConfig?: unknown
}

/**
 * Derives the shared fields from the root's manifest.
 *
 * @param folder relative to the repository, for example `packages/types`
 */
export function completeManifest<M extends PublishedManifest>(manifest: M, root: PublishedManifest, folder: string): M {
  return {
    ...manifest,
    homepage: `${root.homepage?.replace(/#.*$/, '')}/tree/main/${folder}#readme`,
    bugs: root.bugs,
    repository: { ...root.repository, directory: folder },
    license: root.license,
    publishConfig: { access: 'public', provenance: true },
  }
}

const requirements: readonly (readonly [field: string, isMet: (manifest: PublishedManifest) => boolean, fix: string])[] = [
  ['description', ({ description }) => (description ?? '').length > 20, 'describe the purpose of the package in one sentence'],
  ['keywords', ({ keywords }) => (keywords ?? []).length >= 3, 'list at least three search terms'],
  ['engines.node', ({ engines }) => /^>=\d+/.test(engines?.node ?? ''), 'set the oldest supported Node, for example ">=22"'],
  ['sideEffects', ({ sideEffects }) => sideEffects !== undefined, 'set whether importing the package has side effects'],
  ['files', ({ files }) => (files ?? []).includes('dist'), 'list the published files, including "dist"'],
  ['type', ({ type }) => type === 'module', 'set it to "module"'],
]

/** @returns one sentence for each field that is missing or differs from the root's manifest */
export function checkManifest(manifest: PublishedManifest, root: PublishedManifest, folder: string): string[] {
  const complete = completeManifest(manifest, root, folder)
  const derived = ['homepage', 'bugs', 'repository', 'license', 'publishConfig'] as const
  return [
    ...derived
      .filter((field) => JSON.stringify(manifest[field]) !== JSON.stringify(complete[field]))
      .map((field) => `${folder}/package.json: "${field}" differs from the root's package.json. Run \`pnpm verify surface --write\`.`),
    ...requirements.filter(([, isMet]) => !isMet(manifest)).map(([field, , fix]) => `${folder}/package.json: "${field}": ${fix}.`),
  ]
}
