import type { Command } from 'commander'
import { numberOption, formatExamples, booleanOption, defineVerification } from '../assurance/verification.ts'
import type { ConformanceOptions } from './report.ts'

const options = { seed: numberOption('seed of the ids', 7), list: booleanOption('print every result') }

const addExamples = defineVerification({
  name: 'examples',
  description: 'Call every operation with the examples of the specification and check every reply.',
  operands: ['[families...]', 'only operations of these families'],
  options: { ...options, proxy: booleanOption('also validate every request and reply with Prism') },
  help: formatExamples('examples', 'examples volumes --seed 3 --list'),
  run: async ({ proxy, ...given }, names) => (await import('./examples.ts')).runExamples({ ...createOptions(given, names), proxy }),
})

const addRoundTrip = defineVerification({
  name: 'round-trip',
  description: 'Create, read and update every resource: each property is returned as sent, and nothing is added.',
  operands: ['[schemas...]', 'only resources with these schemas'],
  options,
  help: formatExamples('round-trip', 'round-trip Volume Firewall --list'),
  run: async (given, names) => (await import('./round-trip.ts')).runRoundTrip(createOptions(given, names)),
})

const addStateMachines = defineVerification({
  name: 'state-machines',
  description: 'Create, change and delete every stateful resource: the states occur in order, and waits end.',
  operands: ['[schemas...]', 'only resources with these schemas'],
  options,
  help: formatExamples('state-machines', 'state-machines Droplet --list'),
  run: async (given, names) => (await import('./state-machines.ts')).runStateMachines(createOptions(given, names)),
})

function createOptions({ seed, list }: { seed: number; list: boolean }, names: readonly string[] | undefined): ConformanceOptions {
  return { seed, names, ...(list && { onResult: (line: string) => console.error(line) }) }
}

export function addConformance(program: Command): void {
  for (const add of [addExamples, addRoundTrip, addStateMachines]) add(program)
}
