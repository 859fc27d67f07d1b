import { count, examples, flag, proof } from '../assurance/proof.ts'

export const addStable = proof({
  name: 'stable',
  about:
    'make an object of every kind with the least, a typical and the most that a request can say, and read it: what was sent comes back as sent, what was not sent is its default or nothing; sent back it changes nothing, and one field that is sent anew changes that field',
  names: ['[kinds...]', 'only objects of these kinds, as the specification names their schemas'],
  options: { seed: count('from which all ids follow', 7), list: flag('print every check as it ends') },
  help: examples('stable', 'stable Volume Firewall --list'),
  run: async ({ seed, list }, kinds) => {
    const { runStable } = await import('./run-stable.ts')
    return runStable({ seed, kinds, ...(list && { onEnd: (line) => console.error(line) }) })
  },
})
