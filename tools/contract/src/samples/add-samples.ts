import { choice, examples, flag, defineVerification, text } from '../assurance/verification.ts'

export const addSamples = defineVerification({
  name: 'samples',
  about:
    "paste every sample of the reference, by curl, plain fetch and the client, into a fresh sandbox with the examples' world: each must compile and get the success that is documented",
  options: {
    lang: choice('<name>', 'only these', ['bash', 'typescript']),
    only: text('<text>', 'only operations whose id has this in it'),
    world: choice('<name>', 'what is there', ['empty', 'tidewater'], 'tidewater'),
    all: flag('print every finding'),
  },
  help: examples('samples --only volumes'),
  run: async ({ lang, only = '', world, all }) => {
    const { runSamples } = await import('./run-samples.ts')
    const result = await runSamples({ lang, world, only: ({ operation }) => operation.id.includes(only) })
    if (all) for (const finding of result.findings) console.log(finding)
    return result
  },
})
