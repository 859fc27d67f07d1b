/** Prints the summary of a run: documents, generated files, sizes and durations. */
import type { ApiModel } from '../model/api-model.ts'
import type { LoadedBundles } from '../model/load-bundles.ts'
import type { Difference } from './write-files.ts'

export interface Row {
  readonly generator: string
  readonly files: number
  readonly bytes: number
  readonly ms: number
}

export interface Summary {
  readonly bundles: LoadedBundles
  readonly model: ApiModel
  readonly rows: readonly Row[]
  readonly difference: Difference
  readonly modelMs: number
  readonly totalMs: number
}

export function printSummary(summary: Summary, json: boolean): void {
  console.log(json ? JSON.stringify(toJson(summary)) : toTable(summary))
}

function toJson({ bundles, model, rows, difference, modelMs, totalMs }: Summary): object {
  const apis = model.apis.map((api) => ({
    api: api.name,
    operations: countOperations(api),
    schemas: countSchemas(api),
    bytes: bundles.documents.find((document) => document.api === api.name)?.bytes ?? 0,
  }))
  const { written, removed, unchanged } = difference
  return { apis, generators: rows, written: written.length, removed: removed.length, unchanged, modelMs, totalMs }
}

function toTable({ bundles, model, rows, difference, modelMs, totalMs }: Summary): string {
  const sources = model.apis.map((api) => {
    const bytes = bundles.documents.find((document) => document.api === api.name)?.bytes ?? 0
    return [`spec/${api.name}`, `${countOperations(api)} operations`, `${countSchemas(api)} schemas`, formatBytes(bytes)]
  })
  const cells = rows.map((row) => [row.generator, `${row.files} files`, formatBytes(row.bytes), `${Math.round(row.ms)} ms`])
  const { written, removed, unchanged } = difference
  const total = `${written.length} written, ${removed.length} removed, ${unchanged} unchanged; model ${Math.round(modelMs)} ms, all ${Math.round(totalMs)} ms`
  return [alignColumns(sources), '', alignColumns(cells), '', total].join('\n')
}

function countOperations(api: ApiModel['apis'][number]): number {
  return api.families.reduce((sum, family) => sum + family.operations.length, 0)
}

function countSchemas(api: ApiModel['apis'][number]): number {
  return api.families.reduce((sum, family) => sum + family.schemas.length, 0)
}

function formatBytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`
}

function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) => row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  '))
    .join('\n')
}
