import { numberOption, formatExamples, defineVerification } from '../verification.ts'

export const addScopes = defineVerification({
  name: 'scopes',
  description:
    'ask every operation with a token of exactly its scopes, which must be answered as a full token is, and with tokens that have every scope but one of its own, which must be refused and change nothing',
  operands: ['[operations...]', 'only these operations'],
  options: { seed: numberOption('from which all ids follow', 7) },
  help: formatExamples('scopes', 'scopes sizes_list snapshots_delete'),
  run: async ({ seed }, operations) => {
    const { runScopes } = await import('./run-scopes.ts')
    return runScopes({ seed, operations })
  },
})
