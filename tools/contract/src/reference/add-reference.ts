import { numberOption, formatExamples, defineVerification, textOption } from '../assurance/verification.ts'

export const addReference = defineVerification({
  name: 'reference',
  description:
    "open every page of the reference in a browser of a phone's width: none may complain, fail to load something or scroll sideways, and none may weigh more than it is allowed",
  options: {
    every: numberOption('only every so many of the pages', 1),
    only: textOption('<text>', 'only pages whose address has this in it'),
  },
  help: formatExamples('reference --only control/volumes'),
  run: async ({ every, only = '' }) => {
    const { runReference } = await import('./run-reference.ts')
    return runReference({ every, only })
  },
})
