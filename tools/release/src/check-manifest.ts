/** What the manifest of a published package says. The root's says it once; a package's differs by its folder alone. */
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

/** @param folder below the repository, as in `packages/types` */
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

const wanted: readonly (readonly [field: string, isThere: (manifest: PublishedManifest) => boolean, mend: string])[] = [
  ['description', ({ description }) => (description ?? '').length > 20, 'say in a sentence what it is for'],
  ['keywords', ({ keywords }) => (keywords ?? []).length >= 3, 'give at least three words that somebody would search for'],
  ['engines.node', ({ engines }) => /^>=\d+/.test(engines?.node ?? ''), 'say the oldest Node that it runs on, as in ">=22"'],
  ['sideEffects', ({ sideEffects }) => sideEffects !== undefined, 'say whether importing it does anything by itself'],
  ['files', ({ files }) => (files ?? []).includes('dist'), 'list what goes out'],
  ['type', ({ type }) => type === 'module', 'say "module"'],
]

/** One sentence for each thing that is missing or not as the root's has it. */
export function checkManifest(manifest: PublishedManifest, root: PublishedManifest, folder: string): string[] {
  const complete = completeManifest(manifest, root, folder)
  const derived = ['homepage', 'bugs', 'repository', 'license', 'publishConfig'] as const
  return [
    ...derived
      .filter((field) => JSON.stringify(manifest[field]) !== JSON.stringify(complete[field]))
      .map(
        (field) => `${folder}/package.json: "${field}" does not follow from the root's package.json. Run \`pnpm verify surface --write\`.`,
      ),
    ...wanted.filter(([, isThere]) => !isThere(manifest)).map(([field, , mend]) => `${folder}/package.json: "${field}": ${mend}.`),
  ]
}
