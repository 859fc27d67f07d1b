import { count, examples, defineVerification, text } from '../assurance/verification.ts'

export const addReference = defineVerification({
  name: 'reference',
  about:
    "open every page of the reference in a browser of a phone's width: none may complain, fail to load something or scroll sideways, and none may weigh more than it is allowed",
  options: {
    every: count('only every so many of the pages', 1),
    only: text('<text>', 'only pages whose address has this in it'),
  },
  help: examples('reference --only control/volumes'),
  run: async ({ every, only = '' }) => {
    const { runReference } = await import('./run-reference.ts')
    return runReference({ every, only })
  },
})
