import { numberOption, formatExamples, defineVerification, textOption } from '../verification.ts'

export const addMalformedHttp = defineVerification({
  name: 'malformed-http',
  description:
    'send the sandbox malformed requests over sockets: unreadable messages, broken bodies, hostile addresses, slow senders, floods',
  options: {
    seed: numberOption('seed of the sandbox', 7),
    only: textOption('<text>', 'only the cases of the table that have this in their names'),
  },
  help: formatExamples('hostile --only Content-Length'),
  run: async (options) => {
    const [{ runMalformedHttp }, { startProcessTarget }] = await Promise.all([import('./run-malformed-http.ts'), import('./target.ts')])
    return runMalformedHttp({ ...options, floodMs: 4000, startTarget: startProcessTarget })
  },
})
