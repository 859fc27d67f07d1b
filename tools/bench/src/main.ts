#!/usr/bin/env node
/** `pnpm bench`: speed and size beside peers and the limit. It reports; it never fails for being slow. */
import { Command, InvalidArgumentError } from 'commander'
import { parseMachine } from './machine.ts'
import { printRows } from './print-rows.ts'
import { benches } from './registry.ts'
import { type BenchResult, saveResults } from './save-results.ts'

const names = benches.map(({ name }) => name)

interface Options {
  readonly json?: boolean
  readonly runs?: number
  readonly save?: boolean
}

new Command('bench')
  .description(
    'Measures speed and size beside peers and the limit, in turns within one run. Compare the ratios, not the times of two runs.',
  )
  .argument('[names...]', `which ones; all when none is named:\n${benches.map(({ name, about }) => `${name}: ${about}`).join('\n')}`)
  .option('--json', 'print one JSON line for each bench in place of the table')
  .option('--runs <n>', 'how often to run each subject', parseCount)
  .option('--save', 'keep the figures in tools/bench/results/latest.json')
  .action(async (wanted: string[], options: Options) => {
    try {
      await run(wanted, options)
    } catch (error) {
      console.error(`bench: ${error instanceof Error ? error.message : String(error)}`)
      process.exitCode = 1
    }
  })
  .parse()

async function run(wanted: readonly string[], options: Options): Promise<void> {
  const unknown = wanted.filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new Error(`There is no bench ${unknown.join(', ')}. There are: ${names.join(', ')}.`)
  const machine = parseMachine()
  const results: BenchResult[] = []
  for (const bench of benches.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const runs = options.runs ?? bench.runs
    const rows = await bench.measure({
      runs,
      progress: (line) => console.error(`${bench.name}: ${line}`),
    })
    const named = rows.map((row) => ({ bench: bench.name, ...row }))
    const result = { bench: bench.name, runs, date: new Date().toISOString().slice(0, 10), machine, rows: named }
    if (options.json) console.log(JSON.stringify(result))
    results.push(result)
  }
  if (!options.json) {
    const { node, platform, cores, processor, load } = machine
    console.log(`Node ${node}, ${platform}, ${cores} cores (${processor}), load ${load} at the start; medians\n`)
    console.log(printRows(results.flatMap(({ rows }) => rows)))
  }
  if (options.save) console.error(`saved in ${saveResults(results)}`)
}

function parseCount(text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('It must be a whole number from 1 up.')
  return count
}
