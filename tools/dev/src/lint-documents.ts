/** What `pnpm spec lint` finds after documents were edited, by looking at no more than can have changed. */
import { join } from 'node:path'
import { type BaseResolver, type Config, lint, loadConfig } from '@redocly/openapi-core'
import { apis, readDocuments, repoFolder, type SpecDocument, specFolder } from '../../spec/src/documents.ts'
import { type Chosen, withEntries } from '../../spec/src/entry.ts'
import { type Links, reach } from '../../spec/src/hash-documents.ts'
import { costly } from '../../spec/src/lint.ts'
import { configFile } from '../../spec/src/redocly.ts'
import { listApis } from './plan-work.ts'
import { RememberingResolver } from './remember-documents.ts'

type Documents = ReadonlyMap<string, SpecDocument>
export type Problems = Awaited<ReturnType<typeof lint>>

export class Linter {
  readonly #all = loadConfig({ configPath: configFile })
  readonly #quick = loadConfig({ configPath: configFile }).then((config) => {
    config.skipRules(costly)
    return config
  })
  readonly #read: () => BaseResolver
  /** What was edited since nothing was found, with what is to be judged beside it. */
  readonly #left = new Set<string>()
  /** Documents as they were when nothing was found. */
  #clean: Documents = new Map()

  /** @param read how documents are read */
  constructor(read = (): BaseResolver => new RememberingResolver()) {
    this.#read = read
  }

  /** @param edited from the repository's folder; with none, everything but the examples is looked at */
  async lint(edited: readonly string[]): Promise<Problems> {
    for (const file of edited) this.#left.add(file)
    const files = [...this.#left]
    const documents = readAll()
    const onlyProse = files.length > 0 && files.every((file) => outline(documents.get(file)) === outline(this.#clean.get(file)))
    const [all, quick] = await Promise.all([this.#all, this.#quick])
    const chosen = listApis(files).flatMap((api): [Chosen, Config][] => {
      const whole = readDocuments(api)
      const touched = listTouched(whole, files)
      const some: [Chosen, Config][] = touched.length > 0 ? [[{ api, documents: touched }, all]] : []
      // What one document says of another follows from more than prose.
      return onlyProse || touched.length === whole.length ? some : [[{ api, documents: whole }, quick], ...some]
    })
    const problems = await this.#run(chosen)
    if (problems.length > 0) return problems
    this.#left.clear()
    this.#clean = documents
    return []
  }

  async #run(chosen: readonly [Chosen, Config][]): Promise<Problems> {
    return withEntries(
      chosen.map(([each]) => each),
      async (entries) => {
        const problems: Problems = []
        for (const [at, [, config]] of chosen.entries())
          problems.push(...(await lint({ ref: entries[at] ?? '', config, externalRefResolver: this.#read() })))
        return [...new Map(problems.map((each) => [nameProblem(each), each])).values()]
      },
    )
  }
}

/** What is wrong in a document is found in it and in the whole. */
function nameProblem({ ruleId, message, location: [place] }: Problems[number]): string {
  return [ruleId, message, place?.source?.absoluteRef, place?.pointer].join(' ')
}

/** Those that were edited, and those that refer to one. */
function listTouched(documents: readonly SpecDocument[], edited: readonly string[]): SpecDocument[] {
  const links: Links = new Map()
  // To shared documents the conventions refer, which no document names.
  const isShared = edited.some((path) => path.startsWith('spec/shared/'))
  return documents.filter(({ folder, file }) => {
    const reached = reach([join(specFolder, folder, file)], links)
    return isShared || edited.some((path) => reached.has(join(repoFolder, path)))
  })
}

function readAll(): Documents {
  return new Map(
    (['shared', ...apis] as const).flatMap((folder) => readDocuments(folder).map((each) => [`spec/${folder}/${each.file}`, each])),
  )
}

const prose = new Set(['description', 'summary'])

/** All that a document says, but for prose. One that is not there is as no other is. */
function outline(document: SpecDocument | undefined): unknown {
  if (!document) return Symbol()
  return JSON.stringify(document.content, (key, value: unknown) => (prose.has(key) && typeof value === 'string' ? '' : value))
}
