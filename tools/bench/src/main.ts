#!/usr/bin/env node
/** `pnpm bench`: compares speed and size with other tools and a lower limit. A missed target is no failure. */
import { Command, InvalidArgumentError } from 'commander'
import { describeMachine } from './machine.ts'
import { formatRows } from './format-rows.ts'
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
    'Measures speed and size, and compares them with other tools and a lower limit. Compare the ratios, not the times of two runs.',
  )
  .argument('[names...]', `benchmarks to run (default: all):\n${benches.map(({ name, about }) => `${name}: ${about}`).join('\n')}`)
  .option('--json', 'print one JSON line per benchmark instead of a table')
  .option('--runs <n>', 'number of runs per subject', parseCount)
  .option('--save', 'save the results in tools/bench/results/latest.json')
  .action(async (selected: string[], options: Options) => {
    try {
      await runBenches(selected, options)
    } catch (error) {
      console.error(`bench: ${error instanceof Error ? error.message : String(error)}`)
      process.exitCode = 1
    }
  })
  .parse()

async function runBenches(selected: readonly string[], options: Options): Promise<void> {
  const unknown = selected.filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new Error(`Unknown benchmark: ${unknown.join(', ')}. Expected: ${names.join(', ')}.`)
  const machine = describeMachine()
  const results: BenchResult[] = []
  for (const bench of benches.filter(({ name }) => selected.length === 0 || selected.includes(name))) {
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
    console.log(formatRows(results.flatMap(({ rows }) => rows)))
  }
  if (options.save) console.error(`saved to ${saveResults(results)}`)
}

function parseCount(text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('Expected a whole number of at least 1.')
  return count
}
