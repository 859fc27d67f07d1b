import { count, examples, defineVerification, text } from '../verification.ts'

export const addMalformedHttp = defineVerification({
  name: 'malformed-http',
  about: 'send the sandbox malformed requests over sockets: unreadable messages, broken bodies, hostile addresses, slow senders, floods',
  options: {
    seed: count('seed of the sandbox', 7),
    only: text('<text>', 'only the cases of the table that have this in their names'),
  },
  help: examples('hostile --only Content-Length'),
  run: async (options) => {
    const [{ runMalformedHttp }, { openProcess }] = await Promise.all([import('./run-malformed-http.ts'), import('./target.ts')])
    return runMalformedHttp({ ...options, floodMilliseconds: 4000, open: openProcess })
  },
})
