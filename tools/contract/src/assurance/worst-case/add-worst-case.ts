import { choiceOption, numberOption, formatExamples, booleanOption, defineVerification, listOption } from '../verification.ts'

export const addWorstCase = defineVerification({
  name: 'worst-case',
  description:
    'send every operation the worst that its schema allows, at 64 kB, 256 kB and 1 MB, and ask for every list where there is much: none may hold the others for long',
  options: {
    seed: numberOption('what the ids follow from', 7),
    rows: numberOption('how many of each kind there are when lists are asked for; 0 leaves this out', 10_000),
    every: numberOption('only every so many of the bodies', 1),
    operation: listOption('<id...>', 'only these'),
    family: listOption('<name...>', 'only the operations of these families'),
    only: choiceOption('<part>', 'only the bodies and addresses, or only what is asked where there is much', ['worst', 'crowded']),
    verbose: booleanOption('print each operation as it begins, and each finding as it comes'),
  },
  help: `${formatExamples('cost --operation firewalls_create --rows 0', 'cost --only crowded --family droplets volumes billing')}
What there is much of is made by the chosen operations, so name the families of it beside those that are asked.
`,
  // Each is an operation to be mended, and finding them again takes long.
  maxPrinted: Infinity,
  run: async ({ operation: operations, family: families, verbose, ...options }) => {
    const { runWorstCase } = await import('./run-worst-case.ts')
    const onProgress = verbose ? (line: string) => console.error(line) : undefined
    // The largest body that is read is 1 MB with all around it.
    return runWorstCase({ ...options, operations, families, onProgress, sizes: [64_000, 256_000, 1_000_000] })
  },
})
