import { numberOption, formatExamples, defineVerification } from '../assurance/verification.ts'

export const addWorkflows = defineVerification({
  name: 'workflows',
  description: 'Run the Arazzo workflows of spec/workflows with Redocly Respect, each on a new sandbox.',
  operands: ['[names...]', 'names of workflows, as their files in spec/workflows; default: all'],
  options: { seed: numberOption('seed of the sandbox', 7) },
  help: formatExamples('workflows', 'workflows droplet-life paging'),
  run: async ({ seed }, names) => {
    const { runWorkflows } = await import('./run-workflows.ts')
    return runWorkflows({ names, seed, onEnd: (line) => console.log(line) })
  },
})
