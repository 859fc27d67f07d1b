/** What has to be done after files were edited. */

import { type Api, apis } from '../../spec/src/documents.ts'

export interface Work {
  /** Bundles, generates and compiles what the edited files lead to; after an edit of documents only, no more than what follows from them. */
  readonly build: 'everything' | 'documents' | 'nothing'
  /** The sandbox runs from its sources, so it is only started anew. */
  readonly restart: boolean
  /** Of what is kept running to follow documents, as its code or its settings changed. */
  readonly renew: boolean
}

/** A generated file that was written or removed, from the repository's folder. */
export interface Generated {
  readonly path: string
  /** Whether nothing but comments became other, of which whoever depends on the package has nothing. */
  readonly comments: boolean
}

/** What follows from generated files. */
export interface Following {
  /** To be compiled, with those that depend on them. */
  readonly packages: readonly string[]
  /** To be compiled themselves. */
  readonly alone: readonly string[]
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

export function listFollowing(generated: readonly Generated[]): Following {
  const listPackages = (files: readonly Generated[]) => new Set(files.flatMap(({ path }) => /^packages\/([^/]+)\//.exec(path)?.[1] ?? []))
  const packages = listPackages(generated.filter(({ comments }) => !comments))
  const sandbox = generated.some(({ path }) => /^packages\/sandbox\/src\/generated\/(?!console\/)/.test(path))
  return {
    packages: [...packages],
    alone: [...listPackages(generated)].filter((name) => !packages.has(name)),
    sandbox,
    worlds: sandbox || packages.has('mock'),
  }
}

/** Those that an edit of these documents concerns; all of them when it is a shared one, or none is named. */
export function listApis(edited: readonly string[]): Api[] {
  const named = apis.filter((api) => edited.some((file) => file.startsWith(`spec/${api}/`)))
  return named.length === 0 || edited.some((file) => file.startsWith('spec/shared/')) ? [...apis] : named
}

/** Whether two texts of a generated module differ in comments only. */
export function differInComments(before: string, after: string): boolean {
  const withoutComments = (text: string) => text.replace(/^ *(\/\*\*[^]*?\*\/|\/\/.*)\n/gm, '')
  return withoutComments(before) === withoutComments(after)
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
