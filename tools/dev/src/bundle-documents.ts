/** What `pnpm bundle` writes, made in this process. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { bundle, type Config, type NormalizedProblem } from '@redocly/openapi-core'
import { type Api, apis, readDocuments, repoFolder, specFolder } from '../../spec/src/documents.ts'
import { withEntries } from '../../spec/src/entry.ts'
import { indexSources } from '../../spec/src/sources.ts'
import { RememberingResolver } from './remember-documents.ts'

const dist = join(specFolder, 'dist')

export async function writeBundles(config: Config, edited: readonly Api[]): Promise<void> {
  for (const { api, text } of await bundleDocuments(config, edited)) writeFileSync(join(dist, `${api}.json`), text)
  const shared = readDocuments('shared')
  const sources = Object.fromEntries(apis.map((api) => [api, indexSources([...shared, ...readDocuments(api)])]))
  writeFileSync(join(dist, 'sources.json'), JSON.stringify(sources))
}

export async function bundleDocuments(config: Config, edited: readonly Api[]): Promise<{ api: Api; text: string }[]> {
  const chosen = edited.map((api) => ({ api, documents: readDocuments(api) }))
  return withEntries(chosen, async (entries) => {
    const made = []
    for (const [at, { api }] of chosen.entries()) {
      const { bundle: document, problems } = await bundle({
        ref: entries[at] ?? '',
        config,
        externalRefResolver: new RememberingResolver(),
      })
      const broken = problems.find(({ severity }) => severity === 'error')
      if (broken) throw new Error(`spec/${api} cannot be bundled: ${broken.message}${placeOf(broken)}.`)
      made.push({ api, text: JSON.stringify(order(document.parsed as object, join(dist, `${api}.json`)), null, 2) })
    }
    return made
  })
}

/** The command puts the keys of a document in an order of its own, which the bundle has that it wrote last. */
function order(made: object, path: string): object {
  const last = readFileSync(path, 'utf8').matchAll(/^ {2}"([\w-]+)":/gm)
  const present = [...last].flatMap(([, key = '']) => (key in made ? key : []))
  return { ...Object.fromEntries(present.map((key) => [key, made[key as keyof object]])), ...made }
}

function placeOf({ location: [place] }: NormalizedProblem): string {
  return place?.source ? ` in ${relative(repoFolder, place.source.absoluteRef)} at ${place.pointer ?? '#/'}` : ''
}
