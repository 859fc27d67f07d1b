import { count, examples, flag, proof } from '../assurance/proof.ts'

export const addLifecycles = proof({
  name: 'lifecycles',
  about:
    "make, change and delete an object of every kind that goes through states, with actions that take their time and with actions that take none: the client's waits end, and see the states of the lifecycle in their order",
  names: ['[kinds...]', 'only objects of these kinds, as the specification names their schemas'],
  options: { seed: count('from which all ids follow', 7), list: flag('print every wait as it ends') },
  help: examples('lifecycles', 'lifecycles Droplet --list'),
  run: async ({ seed, list }, kinds) => {
    const { runLifecycles } = await import('./run-lifecycles.ts')
    return runLifecycles({ seed, kinds, ...(list && { onEnd: (line) => console.error(line) }) })
  },
})
