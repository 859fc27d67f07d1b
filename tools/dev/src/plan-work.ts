/** What has to be done after files were edited. */

export interface Work {
  /** Bundles, generates and compiles what the edited files lead to. */
  readonly build: boolean
  /** The sandbox runs from its sources, so it is only started anew. */
  readonly restart: boolean
}

/** What is made, and what makes no difference to what runs. */
const ignored = /(^|\/)(dist|node_modules|\.turbo|golden|test|generated)\/|\.(test|test-d)\.ts$|(^|\/)\.|^spec\/SURFACE\.md$|~$/
const sources = /^(spec\/.+\.(yaml|ts|json)|generators\/.+\.ts|packages\/[^/]+\/(src|browser)\/.+|packages\/[^/]+\/build\.ts)$/
const ofSandbox = /^packages\/sandbox\/src\//

export const isSource = (file: string): boolean => sources.test(file) && !ignored.test(file)

/** @param files edited ones that are sources, from the repository's folder */
export function planWork(files: readonly string[]): Work {
  const build = files.some((file) => !ofSandbox.test(file))
  // The sandbox is made of the specification and its own sources, and of no other package.
  return { build, restart: files.some((file) => ofSandbox.test(file) || /^(spec|generators)\//.test(file)) }
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
