/** What `pnpm spec lint` finds after documents were edited: all rules over all, and the examples of what was edited or refers to it. */
import { join } from 'node:path'
import { BaseResolver, type Config, createConfig, lint, loadConfig } from '@redocly/openapi-core'
import { type Api, readDocuments, repoFolder, specFolder } from '../../spec/src/documents.ts'
import { type Chosen, withEntries } from '../../spec/src/entry.ts'
import { type Links, reach } from '../../spec/src/hash-documents.ts'
import { costly, readExamplesConfig } from '../../spec/src/lint.ts'
import { configFile } from '../../spec/src/redocly.ts'

export interface Rules {
  readonly whole: Config
  readonly examples: Config
}

export type Problems = Awaited<ReturnType<typeof lint>>

export async function loadRules(): Promise<Rules> {
  const whole = await loadConfig({ configPath: configFile })
  whole.skipRules(costly)
  return { whole, examples: await createConfig(readExamplesConfig(), { configPath: configFile }) }
}

/** @param edited from the repository's folder; @param read how documents are read */
export async function lintDocuments(
  { whole, examples }: Rules,
  edited: readonly string[],
  apis: readonly Api[],
  read = () => new BaseResolver(),
): Promise<Problems> {
  const links: Links = new Map()
  // To shared documents the conventions refer, which no document names.
  const isShared = edited.some((path) => path.startsWith('spec/shared/'))
  const chosen = apis.flatMap((api): [Chosen, Config][] => {
    const documents = readDocuments(api)
    const touched = documents.filter(({ folder, file }) => {
      const reached = reach([join(specFolder, folder, file)], links)
      return isShared || edited.some((path) => reached.has(join(repoFolder, path)))
    })
    return [[{ api, documents }, whole], ...(touched.length > 0 ? [[{ api, documents: touched }, examples] as [Chosen, Config]] : [])]
  })
  const found = await withEntries(
    chosen.map(([each]) => each),
    async (entries) => {
      const problems: Problems = []
      for (const [at, [, config]] of chosen.entries())
        problems.push(...(await lint({ ref: entries[at] ?? '', config, externalRefResolver: read() })))
      return problems
    },
  )
  return found
}
