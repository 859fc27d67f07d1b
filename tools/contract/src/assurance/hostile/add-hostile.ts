import { count, examples, proof, text } from '../proof.ts'

export const addHostile = proof({
  name: 'hostile',
  about: 'send the sandbox malformed requests over sockets: unreadable messages, broken bodies, hostile addresses, slow senders, floods',
  options: {
    seed: count('seed of the sandbox', 7),
    only: text('<text>', 'only the cases of the table that have this in their names'),
  },
  help: examples('hostile --only Content-Length'),
  run: async (options) => {
    const [{ runHostile }, { openProcess }] = await Promise.all([import('./run-hostile.ts'), import('./target.ts')])
    return runHostile({ ...options, floodMilliseconds: 4000, open: openProcess })
  },
})
