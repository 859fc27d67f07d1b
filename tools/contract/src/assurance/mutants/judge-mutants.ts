/** Runs the tests that reach a mutant until one fails. What is known of the same source, change and tests is not asked again. */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { applyMutant, type Mutant } from './find-mutants.ts'
import { hashAll, type TestMap } from './find-tests.ts'
import { markOf } from './mark-functions.ts'
import type { Result, Task } from './mutant-program.ts'
import type { Runner } from './start-runner.ts'

export type Verdict = 'killed' | 'survived' | 'endless' | 'unreached'

export interface Judged {
  readonly verdict: Verdict
  /** How many test files could have noticed it. */
  readonly tests: number
}

export interface Judge {
  readonly judge: (mutant: Mutant, runner: Runner) => Promise<Judged>
}

/** What is remembered of one mutant. */
interface Kept {
  /** Of its source, its change and its tests. */
  readonly name: string
  readonly verdict: Verdict
  /** The file it is in and the test that failed. */
  readonly killer?: string
}

/** Tests that are run in one go: the first that fails ends it. */
const together = 12

interface JudgeOptions {
  /** The name of the area, which its tests may have too. */
  readonly area: string
  readonly cache: string
  /** Milliseconds beyond three times as long as its tests usually take, after which a mutant runs for ever. */
  readonly patience: number
  /** Test files that are asked about one. */
  readonly most: number | undefined
}

export function createJudge({ reached, milliseconds }: TestMap, { area, cache, patience, most = Infinity }: JudgeOptions): Judge {
  const file = join(cache, 'verdicts.jsonl')
  mkdirSync(cache, { recursive: true })
  // How many of a file's mutants each test has killed, now and before: the likely ones are asked first.
  const kills = new Map<string, number>()
  const known = new Map<string, Verdict>()
  const keep = ({ name, verdict, killer }: Kept) => {
    known.set(name, verdict)
    if (killer !== undefined) kills.set(killer, (kills.get(killer) ?? 0) + 1)
  }
  for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []) keep(JSON.parse(line) as Kept)
  const hashes = new Map<string, string>()
  const hashOf = (tests: readonly string[]) => {
    const name = tests.join('\0')
    if (!hashes.has(name)) hashes.set(name, hashAll(tests))
    return hashes.get(name)
  }

  const run = async (mutant: Mutant, source: string, tests: readonly string[], runner: Runner): Promise<Omit<Kept, 'name'>> => {
    // The likeliest by itself: most mutants end with it, and one that runs for ever is known sooner.
    for (let at = 0, size = 1; at < tests.length; at += size, size = together) {
      const some = tests.slice(at, at + size)
      const usual = some.reduce((sum, test) => sum + (milliseconds[test] ?? 0), 0)
      const task = { sources: { [mutant.file]: applyMutant(source, mutant) }, tests: some, stops: true }
      const result = await runInTime(task, usual, patience, runner)
      if (!result) return { verdict: 'endless' }
      const failed = Object.keys(result.tests).find((test) => result.tests[test]?.passed === false)
      if (failed === undefined) {
        const missed = some.find((test) => !result.tests[test])
        if (missed !== undefined) throw new Error(`${missed} was asked for and not run.`)
        continue
      }
      return { verdict: 'killed', killer: `${mutant.file} ${failed}` }
    }
    return { verdict: 'survived' }
  }

  return {
    judge: async (mutant, runner) => {
      const source = readFileSync(mutant.file, 'utf8')
      const all = reached[markOf(mutant.file, mutant.within)] ?? []
      if (all.length === 0) return { verdict: 'unreached', tests: 0 }
      const name = createHash('sha256')
        .update(JSON.stringify([source, mutant.start, mutant.end, mutant.after, hashOf(all)]))
        .digest('hex')
        .slice(0, 24)
      const before = known.get(name)
      if (before) return { verdict: before, tests: all.length }
      const rank = (test: string) => (kills.get(`${mutant.file} ${test}`) ?? 0) + (isNear(test, mutant.file, area) ? 0.5 : 0)
      const likely = all.toSorted((a, b) => rank(b) - rank(a))
      const kept = { name, ...(await run(mutant, source, likely.slice(0, most), runner)) }
      // Another test might still notice it.
      if (kept.verdict !== 'survived' || likely.length <= most) {
        keep(kept)
        appendFileSync(file, `${JSON.stringify(kept)}\n`)
      }
      return { verdict: kept.verdict, tests: all.length }
    },
  }
}

/** `undefined` when it does not end. A machine that is busy looks the same, so the tests are then timed without the change. */
async function runInTime(task: Task, usual: number, patience: number, runner: Runner): Promise<Result | undefined> {
  const longest = patience + 3 * usual
  const result = await runner.run(task, longest)
  if (result) return result
  const began = performance.now()
  if (!(await runner.run({ ...task, sources: {} }, 20 * patience)))
    throw new Error(`${task.tests?.join(', ')} did not end without any change.`)
  const needed = performance.now() - began
  return 2 * needed < longest ? undefined : runner.run(task, patience + 3 * needed)
}

/** Whether a test is called like a source, its folder or its area: `test/oauth/refresh.test.ts` and `src/oauth/grants.ts`. */
function isNear(test: string, file: string, area: string): boolean {
  const [folder = '', name = ''] = file.replace(/\.ts$/, '').split('/').slice(-2)
  const [own = '', last = ''] = test
    .replace(/(\.test)?\.ts$/, '')
    .split('/')
    .slice(-2)
  return own === folder || [folder, name, area].some((each) => last.includes(each))
}
