/** Changes sources one place at a time and asks the tests whether they notice. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repoFolder } from '../../load-specification.ts'
import { createRandom, type Random } from '../create-random.ts'
import type { Outcome } from '../print-check.ts'
import { type Area, areas, listFiles } from './areas.ts'
import { isEquivalent, listStale } from './equivalent.ts'
import { findMutants, type Mutant } from './find-mutants.ts'
import { findTests } from './find-tests.ts'
import { createJudge, type Judge } from './judge-mutants.ts'
import { startRunner } from './start-runner.ts'

export interface MutantsOptions {
  /** Names of areas; all of them when there is none. */
  readonly areas: readonly string[]
  readonly file?: string | undefined
  /** Only files that were changed since this revision. */
  readonly since?: string | undefined
  /** The most mutants of each area, drawn by the seed; all of them when left out. */
  readonly sample?: number | undefined
  /** The most test files that are asked about one mutant, the likely ones first; all that reach it when left out. */
  readonly mostTests?: number | undefined
  readonly seed: number
  readonly jobs: number
  readonly onVerdict?: ((line: string) => void) | undefined
}

/** What the checker's own test puts in place of the repository. */
export interface Place {
  readonly folder: string
  readonly areas: readonly Area[]
  readonly cache: string
  readonly patience: number
}

const repository: Place = { folder: repoFolder, areas, cache: join(repoFolder, 'node_modules/.cache/mutants'), patience: 10_000 }

interface AreaCount {
  readonly found: number
  run: number
  killed: number
  equivalent: number
}

/** Of a hundred mutants of an area, so many are to be noticed. */
const leastKilled = 95

const isHeld = ({ run, killed }: AreaCount) => killed * 100 >= run * leastKilled

export async function runMutants(
  options: MutantsOptions,
  place: Place = repository,
): Promise<Outcome & { readonly survivors: readonly string[] }> {
  const findings: string[] = []
  const survivors: string[] = []
  const counts: Record<string, AreaCount> = {}
  const random = createRandom(options.seed)
  for (const area of chooseAreas(options, place)) {
    const files = chooseFiles(area, options, place)
    const mutants = files.flatMap((file) => {
      const path = join(place.folder, file)
      const source = readFileSync(path, 'utf8')
      const all = findMutants(path, source)
      for (const { line, before, after } of listStale(all, file, source))
        findings.push(`${file} has no mutant ${before} → ${after} in "${line}" any more: take it out of equivalent.ts`)
      return all
    })
    const drawn = options.sample === undefined ? mutants : draw(mutants, options.sample, random)
    const count: AreaCount = (counts[area.name] = { found: mutants.length, run: 0, killed: 0, equivalent: 0 })
    if (drawn.length > 0) await judgeAll(area, drawn, count, { findings, survivors, options, place })
    const { run, killed } = count
    if (!isHeld(count)) findings.push(`${area.name}: the tests notice ${killed} of ${run}; ${leastKilled} of a hundred are to be noticed`)
  }
  const sum = (field: 'found' | 'run' | 'killed') => Object.values(counts).reduce((total, count) => total + count[field], 0)
  const held = Object.values(counts).filter(isHeld).length
  const figures = { mutants: sum('found'), run: sum('run'), killed: sum('killed'), areas: counts, seed: options.seed }
  return { check: 'mutants', passed: held, total: Object.keys(counts).length, findings, survivors, figures }
}

/** @throws Error for a name that there is not */
function chooseAreas({ areas: names, file }: MutantsOptions, place: Place): readonly Area[] {
  const unknown = names.find((name) => !place.areas.some((area) => area.name === name))
  if (unknown !== undefined) throw new Error(`There is no area "${unknown}". There are: ${place.areas.map(({ name }) => name).join(', ')}.`)
  const chosen = place.areas.filter(({ name }) => names.length === 0 || names.includes(name))
  const having = file === undefined ? chosen : chosen.filter((area) => listFiles(area, place.folder).includes(file))
  if (having.length === 0) throw new Error(`No area has ${file}.`)
  return having
}

function chooseFiles(area: Area, { file, since }: MutantsOptions, { folder }: Place): string[] {
  const files = listFiles(area, folder).filter((each) => file === undefined || each === file)
  if (since === undefined) return files
  const changed = execFileSync('git', ['diff', '--name-only', since, '--'], { cwd: folder, encoding: 'utf8' }).split('\n')
  return files.filter((each) => changed.includes(each))
}

function draw(mutants: readonly Mutant[], count: number, { next }: Random): Mutant[] {
  const shuffled = mutants.map((mutant) => ({ mutant, at: next() })).toSorted((a, b) => a.at - b.at)
  const some = shuffled.slice(0, count).map(({ mutant }) => mutant)
  // One file after another: what has to be loaded again is loaded once.
  return some.toSorted((a, b) => (a.file === b.file ? a.start - b.start : a.file < b.file ? -1 : 1))
}

interface Run {
  readonly findings: string[]
  readonly survivors: string[]
  readonly options: MutantsOptions
  readonly place: Place
}

async function judgeAll(
  area: Area,
  mutants: readonly Mutant[],
  count: AreaCount,
  { findings, survivors, options, place }: Run,
): Promise<void> {
  const project = join(place.folder, area.project)
  const sameProject = place.areas.filter((each) => each.project === area.project)
  const files = sameProject.flatMap((each) => listFiles(each, place.folder)).map((file) => join(place.folder, file))
  const map = await findTests(project, files, [...new Set(mutants.map(({ file }) => file))], place.cache)
  for (const test of map.broken) findings.push(`${test.slice(place.folder.length)} fails without any change, so it notices nothing`)
  const judge: Judge = createJudge(map, { area: area.name, cache: place.cache, patience: place.patience, most: options.mostTests })
  const left = [...mutants]
  const work = async () => {
    const runner = startRunner(project)
    for (let mutant = left.shift(); mutant; mutant = left.shift()) {
      const file = mutant.file.slice(place.folder.length).replace(/^\//, '')
      if (isEquivalent(mutant, file, readFileSync(mutant.file, 'utf8'))) {
        count.equivalent += 1
        continue
      }
      const { verdict, tests } = await judge.judge(mutant, runner)
      const line = `${file}:${mutant.line}: ${shorten(mutant.before)} → ${shorten(mutant.after) || 'nothing'}`
      options.onVerdict?.(`${verdict} ${line}`)
      count.run += 1
      if (verdict === 'killed' || verdict === 'endless') count.killed += 1
      else
        survivors.push(
          `${line} ${verdict === 'unreached' ? 'is run by no test' : `survived ${Math.min(tests, options.mostTests ?? tests)} of ${tests} test files`}`,
        )
    }
    runner.close()
  }
  await Promise.all(Array.from({ length: options.jobs }, work))
}

const shorten = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 90)
