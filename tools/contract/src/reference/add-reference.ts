import { numberOption, formatExamples, defineVerification, textOption } from '../assurance/verification.ts'

export const addReference = defineVerification({
  name: 'reference',
  description: 'Open every page of the reference in a phone-sized browser and check errors, layout and size.',
  options: {
    every: numberOption('open only every nth page', 1),
    only: textOption('<text>', 'only pages with this text in their address'),
  },
  help: formatExamples('reference --only control/volumes'),
  run: async ({ every, only = '' }) => {
    const { runReference } = await import('./run-reference.ts')
    return runReference({ every, only })
  },
})
