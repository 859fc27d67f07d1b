import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadTinyBundles, loadTinyModel } from '../kit/tiny-spec/load-tiny-spec.ts'
import { printSummary, type Summary } from './print-summary.ts'

const summary: Summary = {
  bundles: {
    ...loadTinyBundles(),
    documents: loadTinyBundles().documents.map((each, position) => ({ ...each, bytes: 1024 * (position + 1) })),
  },
  model: loadTinyModel(),
  rows: [
    { generator: 'types', files: 6, bytes: 2048, ms: 12.4 },
    { generator: 'client', files: 12, bytes: 512, ms: 1.6 },
  ],
  difference: { written: ['a', 'b'], removed: ['c'], unchanged: 9 },
  modelMs: 3.2,
  totalMs: 20.7,
}

afterEach(() => vi.restoreAllMocks())

function print(json: boolean): string {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  printSummary(summary, json)
  expect(log).toHaveBeenCalledOnce()
  return String(log.mock.calls[0]?.[0])
}

describe('printSummary', () => {
  it('prints aligned columns with the inputs before the outputs', () => {
    expect(print(false)).toBe(
      [
        'spec/control    7 operations  9 schemas  1.0 KiB',
        'spec/inference  3 operations  2 schemas  2.0 KiB',
        '',
        'types    6 files  2.0 KiB  12 ms',
        'client  12 files  0.5 KiB   2 ms',
        '',
        '2 written, 1 removed, 9 unchanged; model 3 ms, all 21 ms',
      ].join('\n'),
    )
  })

  it('prints the same summary as one line of JSON', () => {
    const line = print(true)
    expect(line).not.toContain('\n')
    expect(JSON.parse(line)).toEqual({
      apis: [
        { api: 'control', operations: 7, schemas: 9, bytes: 1024 },
        { api: 'inference', operations: 3, schemas: 2, bytes: 2048 },
      ],
      generators: summary.rows,
      written: 2,
      removed: 1,
      unchanged: 9,
      modelMs: 3.2,
      totalMs: 20.7,
    })
  })
})
