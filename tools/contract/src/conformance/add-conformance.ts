import type { Command } from 'commander'
import { numberOption, formatExamples, booleanOption, defineVerification } from '../assurance/verification.ts'
import type { ConformanceOptions } from './report.ts'

const options = { seed: numberOption('from which all ids follow', 7), list: booleanOption('print every result') }

const addExamples = defineVerification({
  name: 'examples',
  description:
    "call every operation on a sandbox with the specification's examples, with the ids that exist there: each succeeds or is refused for a documented reason, and each reply is as specified",
  operands: ['[families...]', 'only operations of these families'],
  options: { ...options, proxy: booleanOption("let Prism's proxy check every request and reply as well") },
  help: formatExamples('examples', 'examples volumes --seed 3 --list'),
  run: async ({ proxy, ...given }, names) => (await import('./examples.ts')).runExamples({ ...createOptions(given, names), proxy }),
})

const addRoundTrip = defineVerification({
  name: 'round-trip',
  description:
    'create every resource with the fewest, the typical and the most properties: every property is returned as sent or has its default, an update with the same values changes nothing, and an update of one property changes that property',
  operands: ['[schemas...]', 'only resources with these schemas'],
  options,
  help: formatExamples('round-trip', 'round-trip Volume Firewall --list'),
  run: async (given, names) => (await import('./round-trip.ts')).runRoundTrip(createOptions(given, names)),
})

const addStateMachines = defineVerification({
  name: 'state-machines',
  description:
    "create, change and delete every resource that has a state machine, with the usual durations of actions and with none: the client's waits end, and see the states in their order",
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
