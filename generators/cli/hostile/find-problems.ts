/** Inserts a hostile text into the tiny specification, runs the generators, and reports problems of their output. */
import { posix } from 'node:path'
import type { Generator } from '../registry.ts'
import { buildModel } from '../../model/build-model.ts'
import type { LoadedBundles } from '../../model/load-bundles.ts'
import { SpecError } from '../../model/spec-error.ts'
import type { GeneratedFile } from '../../kit/generated-file.ts'
import type { Memoize } from '../../kit/memoize.ts'
import type { HostileString } from './hostile-strings.ts'
import { inspectFile } from './inspect-file.ts'
import type { InjectionPoint } from './places.ts'

export interface Finding {
  readonly generator: string
  readonly text: string
  readonly problem: string
}

export interface InjectionResult {
  readonly findings: readonly Finding[]
  /** Number of runs that wrote files, and of runs that were rejected. */
  readonly written: number
  readonly refused: number
}

export function findProblems(
  generators: readonly Generator[],
  bundles: LoadedBundles,
  point: InjectionPoint,
  strings: readonly HostileString[],
): InjectionResult {
  const findings: Finding[] = []
  let written = 0
  let refused = 0
  const harmless = buildModel(point.insert(bundles, point.harmless))
  // All generators share one model, as in a normal run.
  const models = strings.map((hostile) => ({ ...hostile, model: attempt(() => buildModel(point.insert(bundles, hostile.text))) }))
  for (const generator of generators) {
    const expected = generator.generate(harmless, memoize)
    const shape = shapeFiles(expected)
    const paths = new Set(expected.map((file) => file.path))
    for (const { name, text, model } of models) {
      const report = (problem: string) => findings.push({ generator: generator.name, text: name, problem })
      const result = model instanceof Error ? model : attempt(() => generator.generate(model, memoize))
      if (result instanceof Error) {
        refused += 1
        if (!namesThing(result, text)) report(`refuses without naming what: ${result.name}: ${result.message.slice(0, 200)}`)
        continue
      }
      written += 1
      for (const file of result) {
        for (const problem of inspectFile(file).problems) report(`${file.path.slice(-60)} ${problem}`)
        if (!paths.has(file.path) && !isInside(file.path, generator.folders)) report(`writes ${JSON.stringify(file.path)}`)
      }
      if (shapeFiles(result) !== shape) report('has another shape than with a harmless text')
    }
  }
  return { findings, written, refused }
}

const memoized = new Map<string, GeneratedFile[]>()

/** Compiles APIs without the text only once. */
const memoize: Memoize = (inputs, generate) => {
  const key = JSON.stringify(inputs)
  const files = memoized.get(key) ?? generate()
  memoized.set(key, files)
  return files
}

function attempt<Result>(generate: () => Result): Result | Error {
  try {
    return generate()
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function shapeFiles(files: readonly GeneratedFile[]): string {
  return files
    .map((file) => inspectFile(file).shape)
    .toSorted()
    .join('\n')
}

function isInside(path: string, folders: readonly string[]): boolean {
  return /^[a-z0-9./-]+$/.test(path) && posix.normalize(path) === path && folders.some((folder) => path.startsWith(`${folder}/`))
}

/** True if the error message names the document or quotes the text; anything else is a crash. */
function namesThing(error: Error, text: string): boolean {
  if (error instanceof SpecError) return error.source.file !== '?'
  return error.constructor === Error && error.message.includes(JSON.stringify(text).slice(1, 20))
}
