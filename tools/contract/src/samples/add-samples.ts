import { choiceOption, formatExamples, booleanOption, defineVerification, textOption } from '../assurance/verification.ts'

export const addSamples = defineVerification({
  name: 'samples',
  description: 'Run every sample of the reference on a new sandbox: it compiles and gets the documented reply.',
  options: {
    lang: choiceOption('<name>', 'only this language', ['bash', 'go', 'python', 'typescript']),
    only: textOption('<text>', 'only operations with this text in their ids'),
    world: choiceOption('<name>', 'seed data of the sandbox', ['empty', 'tidewater'], 'tidewater'),
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
