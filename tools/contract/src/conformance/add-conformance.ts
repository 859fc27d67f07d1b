import type { Command } from 'commander'
import { numberOption, formatExamples, booleanOption, defineVerification } from '../assurance/verification.ts'
import type { ConformanceOptions } from './report.ts'

const sharedOptions = { seed: numberOption('seed of the ids', 7), list: booleanOption('print every result') }

const addExamples = defineVerification({
  name: 'examples',
  description: 'Call every operation with the examples of the specification and check every reply.',
  operands: ['[families...]', 'only operations of these families'],
  options: { ...sharedOptions, proxy: booleanOption('also validate every request and reply with Prism') },
  help: formatExamples('examples', 'examples volumes --seed 3 --list'),
  run: async ({ proxy, ...options }, names) => (await import('./examples.ts')).runExamples({ ...createOptions(options, names), proxy }),
})

const addRoundTrip = defineVerification({
  name: 'round-trip',
  description: 'Create, read and update every resource: each property is returned as sent, and nothing is added.',
  operands: ['[schemas...]', 'only resources with these schemas'],
  options: sharedOptions,
  help: formatExamples('round-trip', 'round-trip Volume Firewall --list'),
  run: async (options, names) => (await import('./round-trip.ts')).runRoundTrip(createOptions(options, names)),
})

const addStateMachines = defineVerification({
  name: 'state-machines',
  description: 'Create, change and delete every stateful resource: the states occur in order, and waits end.',
  operands: ['[schemas...]', 'only resources with these schemas'],
  options: sharedOptions,
  help: formatExamples('state-machines', 'state-machines Droplet --list'),
  run: async (options, names) => (await import('./state-machines.ts')).runStateMachines(createOptions(options, names)),
})

const addZeroValues = defineVerification({
  name: 'zero-values',
  description: 'Send every optional property of every request body with its zero value, alone and all together.',
  operands: ['[families...]', 'only operations of these families'],
  options: sharedOptions,
  help: formatExamples('zero-values', 'zero-values load-balancers --list'),
  run: async (options, names) => (await import('./zero-values.ts')).runZeroValues(createOptions(options, names)),
})

function createOptions({ seed, list }: { seed: number; list: boolean }, names: readonly string[] | undefined): ConformanceOptions {
  return { seed, names, ...(list && { onResult: (line: string) => console.error(line) }) }
}

export function addConformance(program: Command): void {
  for (const add of [addExamples, addRoundTrip, addStateMachines, addZeroValues]) add(program)
}
