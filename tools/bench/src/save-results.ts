/** Saves the latest results of each benchmark in results/latest.json, the source of figures in the README. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Machine } from './machine.ts'
import type { NamedRow } from './row.ts'

export interface BenchResult {
  readonly bench: string
  readonly runs: number
  /** `2026-11-21` */
  readonly date: string
  readonly machine: Machine
  readonly rows: readonly NamedRow[]
}

const path = fileURLToPath(new URL('../results/latest.json', import.meta.url))

/** Writes one line per benchmark. Keeps the lines of benchmarks that did not run. */
export function saveResults(results: readonly BenchResult[]): string {
  const saved = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as BenchResult[]) : []
  const all = new Map([...saved, ...results].map((result) => [result.bench, result]))
  const lines = [...all.values()].toSorted((a, b) => (a.bench < b.bench ? -1 : 1)).map((result) => JSON.stringify(result))
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `[\n${lines.join(',\n')}\n]\n`)
  return path
}
