/**
 * Which test files run which functions, found by running each once over marked sources. It only chooses what is asked: what is remembered of a
 * test file holds until that file, or a source that it runs and that is now asked about, changes.
 */
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { markFunctions, markOf } from './mark-functions.ts'
import type { Result } from './mutant-program.ts'
import { startRunner } from './start-runner.ts'

export interface TestMap {
  /** By mark of a function: the test files that run it, the quickest first. */
  readonly reached: Readonly<Record<string, readonly string[]>>
  /** How long each test file takes. */
  readonly milliseconds: Readonly<Record<string, number>>
  /** Test files that fail without any change: they can notice nothing. */
  readonly broken: readonly string[]
}

interface Entry {
  /** Of the test file's text. */
  readonly hash: string
  /** Of each source's text when the test was run, by absolute path. */
  readonly sources: Hashes
  readonly passed: boolean
  readonly milliseconds: number
  readonly reached: readonly string[]
}

type Hashes = Readonly<Record<string, string>>

/** By the absolute path of a test file. */
type Entries = Readonly<Record<string, Entry>>

const longest = 60 * 60_000

/**
 * @param project its absolute path
 * @param files absolute paths of all sources of it that may be mutated
 * @param asked those of them that are to be mutated now
 * @throws Error when the tests do not end
 */
export async function findTests(project: string, files: readonly string[], asked: readonly string[], cache: string): Promise<TestMap> {
  const kept = join(cache, `tests-${nameProject(project)}.json`)
  const known = existsSync(kept) ? (JSON.parse(readFileSync(kept, 'utf8')) as Entries) : {}
  const tests = listTests(project)
  const hashes = new Map(tests.map((test) => [test, hashAll([test])]))
  const sources = Object.fromEntries(files.map((file) => [file, hashAll([file])]))
  const isKnown = (test: string) => {
    const entry = known[test]
    return entry?.passed === true && entry.hash === hashes.get(test) && asked.every((file) => isSeen(entry, file, sources))
  }
  const unknown = tests.filter((test) => !isKnown(test))
  const found = unknown.length === 0 ? {} : await runMarked(project, files, unknown, cache)
  const entries = Object.fromEntries(
    tests.flatMap((test) => {
      const ran = found[test]
      const entry = ran ? { ...ran, hash: hashes.get(test) ?? '', sources } : known[test]
      return entry ? [[test, entry]] : []
    }),
  )
  writeFileSync(kept, JSON.stringify(entries))
  return drawMap(entries)
}

const nameProject = (project: string) => createHash('sha256').update(project).digest('hex').slice(0, 24)

/** Whether a test was run over the file as it is, or does not load it. */
function isSeen({ sources, reached }: Entry, file: string, now: Hashes): boolean {
  return sources[file] !== undefined && (sources[file] === now[file] || !reached.includes(markOf(file, -1)))
}

async function runMarked(project: string, files: readonly string[], tests: readonly string[], cache: string): Promise<Entries> {
  mkdirSync(cache, { recursive: true })
  const reachedFile = join(cache, `reached-${process.pid}.jsonl`)
  const runner = startRunner(project, reachedFile)
  try {
    const sources = Object.fromEntries(files.map((file) => [file, markFunctions(file, readFileSync(file, 'utf8'))]))
    const result = await runner.run({ sources, tests, stops: false }, longest)
    if (!result) throw new Error(`The tests of ${project} did not end.`)
    return readEntries(existsSync(reachedFile) ? readFileSync(reachedFile, 'utf8') : '', result)
  } finally {
    runner.close()
    rmSync(reachedFile, { force: true })
  }
}

function readEntries(lines: string, { tests }: Result): Entries {
  const reached = new Map(
    lines
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { readonly test: string; readonly reached: readonly string[] })
      .map(({ test, reached: marks }) => [test, marks]),
  )
  return Object.fromEntries(
    Object.entries(tests).map(([test, ran]) => [test, { ...ran, hash: '', sources: {}, reached: reached.get(test) ?? [] }]),
  )
}

function drawMap(entries: Entries): TestMap {
  const quickest = Object.entries(entries).toSorted(([, a], [, b]) => a.milliseconds - b.milliseconds)
  const reached: Record<string, string[]> = {}
  for (const [test, entry] of quickest) if (entry.passed) for (const mark of entry.reached) (reached[mark] ??= []).push(test)
  return {
    reached,
    milliseconds: Object.fromEntries(quickest.map(([test, { milliseconds }]) => [test, milliseconds])),
    broken: quickest.filter(([, { passed }]) => !passed).map(([test]) => test),
  }
}

const listTests = (project: string) =>
  globSync('**/*.test.ts', { cwd: project, exclude: (name) => /(^|\/)(node_modules|dist)$/.test(name) })
    .toSorted()
    .map((file) => join(project, file))

export function hashAll(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  return hash.digest('hex').slice(0, 24)
}
