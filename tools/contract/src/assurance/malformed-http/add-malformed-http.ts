import { numberOption, formatExamples, defineVerification, textOption } from '../verification.ts'

export const addMalformedHttp = defineVerification({
  name: 'malformed-http',
  description: 'Send malformed, oversized and slow HTTP over raw sockets: other clients notice nothing.',
  options: {
    seed: numberOption('seed of the sandbox', 7),
    only: textOption('<text>', 'only the cases with this text in their names'),
  },
  help: formatExamples('malformed-http --only Content-Length'),
  run: async (options) => {
    const [{ runMalformedHttp }, { startProcessTarget }] = await Promise.all([import('./run-malformed-http.ts'), import('./target.ts')])
    return runMalformedHttp({ ...options, floodMs: 4000, startTarget: startProcessTarget })
  },
})
