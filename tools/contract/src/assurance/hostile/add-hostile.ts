import { count, examples, proof, text } from '../proof.ts'

export const addHostile = proof({
  name: 'hostile',
  about:
    'send the sandbox bytes that are no good requests, over sockets: broken framing, broken bodies, addresses that lead elsewhere, floods; each has one right answer, and others are served meanwhile',
  options: {
    cases: count('how many requests that chance has damaged come after the table', 2000),
    seed: count('what the damage follows from', 7),
    only: text('<text>', 'only the cases of the table that have this in their names'),
  },
  help: examples('hostile --cases 100 --seed 3', 'hostile --only Content-Length'),
  run: async (options) => {
    const [{ runHostile }, { openProcess }] = await Promise.all([import('./run-hostile.ts'), import('./target.ts')])
    return runHostile({ ...options, floodMilliseconds: 4000, open: openProcess })
  },
})
