import { numberOption, formatExamples, defineVerification } from '../verification.ts'

export const addScopes = defineVerification({
  name: 'scopes',
  description: 'Call every operation with exactly its scopes and without each of them.',
  operands: ['[operations...]', 'only these operations'],
  options: { seed: numberOption('seed of the ids', 7) },
  help: formatExamples('scopes', 'scopes sizes_list snapshots_delete'),
  run: async ({ seed }, operations) => {
    const { runScopes } = await import('./run-scopes.ts')
    return runScopes({ seed, operations })
  },
})
