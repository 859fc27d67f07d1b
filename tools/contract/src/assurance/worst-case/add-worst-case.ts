import { choiceOption, numberOption, formatExamples, booleanOption, defineVerification, listOption } from '../verification.ts'

export const addWorstCase = defineVerification({
  name: 'worst-case',
  description: 'Measure how long the worst requests and the largest lists block other requests.',
  options: {
    seed: numberOption('seed of the ids', 7),
    rows: numberOption('objects of each kind in the large lists; 0 skips them', 1_000),
    every: numberOption('test only every nth body', 1),
    operation: listOption('<id...>', 'only these operations'),
    family: listOption('<name...>', 'only the operations of these families'),
    only: choiceOption('<part>', 'only the worst bodies and URLs, the large lists or the control plane', ['worst', 'crowded', 'control']),
    verbose: booleanOption('print progress and findings as they occur'),
  },
  help: `${formatExamples('worst-case --operation firewalls_create --rows 0', 'worst-case --only crowded --family droplets volumes billing')}
The chosen operations create the objects of the large lists: name the families of both.
`,
  // Every finding is printed, because a run takes long.
  maxPrinted: Infinity,
  run: async ({ operation: operations, family: families, verbose, ...options }) => {
    const { runWorstCase } = await import('./run-worst-case.ts')
    const onProgress = verbose ? (line: string) => console.error(line) : undefined
    // The largest accepted body has 1 MB.
    return runWorstCase({ ...options, operations, families, onProgress, sizes: [64_000, 256_000, 1_000_000] })
  },
})
