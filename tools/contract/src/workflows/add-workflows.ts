import { count, examples, defineVerification } from '../assurance/verification.ts'

export const addWorkflows = defineVerification({
  name: 'workflows',
  about: 'run the Arazzo workflows of spec/workflows with Redocly Respect, each against a sandbox of its own',
  names: ['[names...]', 'the journeys, as their files in spec/workflows are named; all of them without a name'],
  options: { seed: count("from which the sandbox's ids follow", 7) },
  help: examples('journeys', 'journeys droplet-life paging'),
  run: async ({ seed }, names) => {
    const { runWorkflows } = await import('./run-workflows.ts')
    return runWorkflows({ names, seed, onEnd: (line) => console.log(line) })
  },
})
