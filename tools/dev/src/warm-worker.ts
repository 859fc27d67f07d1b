/** A process that stays, with its code loaded and compiled, so that an edit of a document is not paid for with starts. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatProblems, getTotals, loadConfig } from '@redocly/openapi-core'
import { type Generator, generators } from '../../../generators/cli/registry.ts'
import { type Run, runGenerators } from '../../../generators/cli/run-generators.ts'
import { applyFiles } from '../../../generators/cli/write-files.ts'
import { explainError } from '../../../generators/kit/explain-error.ts'
import { buildModel } from '../../../generators/model/build-model.ts'
import { loadBundles, type LoadedBundles } from '../../../generators/model/load-bundles.ts'
import { createKeep } from '../../../generators/reference/keep-pages.ts'
import { writeSite } from '../../../generators/reference/write-site.ts'
import { repoFolder, specFolder } from '../../spec/src/documents.ts'
import { configFile } from '../../spec/src/redocly.ts'
import { writeBundles } from './bundle-documents.ts'
import { Linter } from './lint-documents.ts'
import { differInComments, type Generated, listApis } from './plan-work.ts'
import { shareUnchanged } from './share-unchanged.ts'
import type { Answer, Question } from './warm-process.ts'

const config = loadConfig({ configPath: configFile })
const linter = new Linter()
/** Pages of the reference of which nothing was edited are not made again. */
const keep = createKeep()
const pages = new Map<string, string>()

/** Generators that leave the other process time for the rest. */
const published = new Set(['mock', 'openapi', 'surface'])

let bundles: LoadedBundles | undefined

function readBundles(): LoadedBundles {
  return (bundles = shareUnchanged(bundles, loadBundles(`${specFolder}dist`)))
}

/** Each takes the documents that were edited, and says which files it wrote. */
const tasks: Readonly<Record<Question['task'], (edited: readonly string[]) => Promise<readonly Generated[]>>> = {
  lint: async (edited) => {
    const problems = await linter.lint(edited)
    if (problems.length === 0) return []
    formatProblems(problems, { totals: getTotals(problems), cwd: repoFolder })
    throw new Error(`The linter has ${problems.length === 1 ? 'a finding' : `${problems.length} findings`}: mend what is named above.`)
  },
  bundle: async (edited) => {
    await writeBundles(await config, listApis(edited))
    return []
  },
  generate: async () => generate(generators.filter(({ name }) => !published.has(name))),
  publish: async () => generate(generators.filter(({ name }) => published.has(name))),
  reference: async () => {
    writeSite(buildModel(readBundles()), repoFolder, keep, pages)
    return []
  },
}

/** One after the other, also when an edit comes while the first are still compiling. */
let last: Promise<unknown> = Promise.resolve()

process.on('message', ({ id, task, edited }: Question) => {
  last = last
    .then(() => tasks[task](edited))
    .then(
      (written) => answer({ id, written }),
      (error: unknown) => answer({ id, error: explainError(error, repoFolder).replace(/^generate: /, '') }),
    )
})
process.on('disconnect', () => process.exit())

function generate(chosen: readonly Generator[]): Generated[] {
  const run = runGenerators(repoFolder, readBundles(), chosen)
  const generated = compare(run)
  applyFiles(repoFolder, run.files, run.difference)
  return generated
}

/** Before it is written. */
function compare({ files, difference: { written, removed } }: Run): Generated[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const onlyComments = (path: string) =>
    path.startsWith('packages/types/') &&
    existsSync(join(repoFolder, path)) &&
    differInComments(readFileSync(join(repoFolder, path), 'utf8'), texts.get(path) ?? '')
  return [...written.map((path) => ({ path, comments: onlyComments(path) })), ...removed.map((path) => ({ path, comments: false }))]
}

const answer = (each: Answer) => process.send?.(each)
