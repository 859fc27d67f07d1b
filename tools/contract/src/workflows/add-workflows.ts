import { numberOption, formatExamples, defineVerification } from '../assurance/verification.ts'

export const addWorkflows = defineVerification({
  name: 'workflows',
  description: 'run the Arazzo workflows of spec/workflows with Redocly Respect, each against a sandbox of its own',
  operands: ['[names...]', 'the journeys, as their files in spec/workflows are named; all of them without a name'],
  options: { seed: numberOption("from which the sandbox's ids follow", 7) },
  help: formatExamples('journeys', 'journeys droplet-life paging'),
  run: async ({ seed }, names) => {
    const { runWorkflows } = await import('./run-workflows.ts')
    return runWorkflows({ names, seed, onEnd: (line) => console.log(line) })
  },
})
