/** A process that stays, with its code loaded and compiled, so that an edit of a document is not paid for with starts. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatProblems, getTotals, loadConfig } from '@redocly/openapi-core'
import { type Run, runGenerators } from '../../../generators/cli/run-generators.ts'
import { applyFiles } from '../../../generators/cli/write-files.ts'
import { explainError } from '../../../generators/kit/explain-error.ts'
import { buildModel } from '../../../generators/model/build-model.ts'
import { loadBundles } from '../../../generators/model/load-bundles.ts'
import { createKeep } from '../../../generators/reference/keep-pages.ts'
import { writeSite } from '../../../generators/reference/write-site.ts'
import { type Api, apis, repoFolder, specFolder } from '../../spec/src/documents.ts'
import { configFile } from '../../spec/src/redocly.ts'
import { writeBundles } from './bundle-documents.ts'
import { lintDocuments, loadRules } from './lint-documents.ts'
import { differInComments, type Generated } from './plan-work.ts'
import type { Answer, Question } from './warm-process.ts'

const config = loadConfig({ configPath: configFile })
const rules = loadRules()
/** Pages of the reference of which nothing was edited are not made again. */
const keep = createKeep()
const pages = new Map<string, string>()

/** Each takes the documents that were edited, and says which files it wrote. */
const tasks: Readonly<Record<Question['task'], (edited: readonly string[]) => Promise<readonly Generated[]>>> = {
  lint: async (edited) => {
    const problems = await lintDocuments(await rules, edited, listApis(edited))
    if (problems.length === 0) return []
    formatProblems(problems, { totals: getTotals(problems), cwd: repoFolder })
    throw new Error(`The linter has ${problems.length} findings: see above.`)
  },
  bundle: async (edited) => {
    await writeBundles(await config, listApis(edited))
    return []
  },
  generate: async () => {
    const run = runGenerators(repoFolder, loadBundles(`${specFolder}dist`))
    const generated = compare(run)
    applyFiles(repoFolder, run.files, run.difference)
    return generated
  },
  reference: async () => {
    writeSite(buildModel(loadBundles(`${specFolder}dist`)), repoFolder, keep, pages)
    return []
  },
}

process.on('message', ({ id, task, edited }: Question) => {
  void tasks[task](edited).then(
    (written) => answer({ id, written }),
    (error: unknown) => answer({ id, error: explainError(error, repoFolder) }),
  )
})
process.on('disconnect', () => process.exit())

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

/** Those that an edit of these documents concerns; all of them when it is a shared one, or none is named. */
function listApis(edited: readonly string[]): Api[] {
  const named = apis.filter((api) => edited.some((file) => file.startsWith(`spec/${api}/`)))
  return named.length === 0 || edited.some((file) => file.startsWith('spec/shared/')) ? [...apis] : named
}
