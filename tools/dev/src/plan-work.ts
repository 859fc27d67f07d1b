/** What has to be done after files were edited. */

export interface Work {
  /** Bundles, generates and compiles what the edited files lead to; after an edit of documents only, no more than what follows from them. */
  readonly build: 'everything' | 'documents' | 'nothing'
  /** The sandbox runs from its sources, so it is only started anew. */
  readonly restart: boolean
  /** Of what is kept running to follow documents, as its code or its settings changed. */
  readonly renew: boolean
}

/** What follows from generated files. */
export interface Following {
  /** To be compiled, with those that depend on them. */
  readonly packages: readonly string[]
  /** Whether the running sandbox is made of one of them. */
  readonly sandbox: boolean
  /** Worlds are made by the sandbox from the examples, all of which are in the mock's document, and no description is. */
  readonly worlds: boolean
}

/** What is made, and what makes no difference to what runs. */
const ignored = /(^|\/)(dist|node_modules|\.turbo|golden|test|generated)\/|\.(test|test-d)\.ts$|(^|\/)\.|^spec\/SURFACE\.md$|~$/
const sources = /^(spec\/.+\.(yaml|ts|json)|generators\/.+\.ts|packages\/[^/]+\/(src|browser)\/.+|packages\/[^/]+\/build\.ts)$/
const isDocument = /^spec\/(shared|control|oauth|inference|tools)\/[^/]+\.yaml$/
const ofSpecification = /^(spec|generators)\//
const ofSandbox = /^packages\/sandbox\/src\//

export const isSource = (file: string): boolean => sources.test(file) && !ignored.test(file)

/** @param files edited ones that are sources, from the repository's folder */
export function planWork(files: readonly string[]): Work {
  const documents = files.every((file) => isDocument.test(file))
  const build = documents ? 'documents' : files.every((file) => ofSandbox.test(file)) ? 'nothing' : 'everything'
  // The sandbox is made of the specification and its own sources, and of no other package.
  const restart = !documents && files.some((file) => ofSandbox.test(file) || ofSpecification.test(file))
  return { build, restart, renew: files.some((file) => ofSpecification.test(file) && !isDocument.test(file)) }
}

/** @param generated files that were written or removed */
export function listFollowing(generated: readonly string[]): Following {
  const packages = [...new Set(generated.flatMap((file) => /^packages\/([^/]+)\//.exec(file)?.[1] ?? []))]
  const sandbox = generated.some((file) => /^packages\/sandbox\/src\/generated\/(?!console\/)/.test(file))
  return { packages, sandbox, worlds: sandbox || packages.includes('mock') }
}

/** What a person wants to hear of: what was generated, one line a folder. */
export function describeMade(files: readonly string[]): string[] {
  const folders = Map.groupBy(files, (file) => file.slice(0, file.lastIndexOf('/')))
  return [...folders].map(([folder, made]) => {
    const names = made.map((file) => file.slice(folder.length + 1)).toSorted()
    const shown = names.slice(0, 6).join(', ')
    return `  ${folder}/  ${shown}${names.length > 6 ? ` and ${names.length - 6} more` : ''}`
  })
}
