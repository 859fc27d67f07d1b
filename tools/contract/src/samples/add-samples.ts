import { choiceOption, formatExamples, booleanOption, defineVerification, textOption } from '../assurance/verification.ts'

export const addSamples = defineVerification({
  name: 'samples',
  description:
    "paste every sample of the reference, by curl, plain fetch and the client, into a fresh sandbox with the examples' world: each must compile and get the success that is documented",
  options: {
    lang: choiceOption('<name>', 'only these', ['bash', 'typescript']),
    only: textOption('<text>', 'only operations whose id has this in it'),
    world: choiceOption('<name>', 'what is there', ['empty', 'tidewater'], 'tidewater'),
    all: booleanOption('print every finding'),
  },
  help: formatExamples('samples --only volumes'),
  run: async ({ lang, only = '', world, all }) => {
    const { runSamples } = await import('./run-samples.ts')
    const result = await runSamples({ lang, world, only: ({ operation }) => operation.id.includes(only) })
    if (all) for (const finding of result.findings) console.log(finding)
    return result
  },
})
