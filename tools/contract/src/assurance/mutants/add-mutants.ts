import { count, examples, flag, proof, text } from '../proof.ts'

export const addMutants = proof({
  name: 'mutants',
  about:
    'change the sources one place at a time and see whether the tests notice; whoever runs the built program, as commands do, notices nothing',
  names: ['[areas...]', 'engine, limits, oauth, store, validation, edge, client-transport, client-retry, …; all when none is named'],
  options: {
    file: text('<path>', 'only this file, from the repository’s folder'),
    since: text('<revision>', 'only files that were changed since then'),
    sample: count('the most mutants of each area, drawn by the seed; all when left out'),
    mostTests: count('ask so many test files about one, the likely ones first; all that run it when left out'),
    seed: count('which are drawn', 7),
    jobs: count('how many are tried at once', 1),
    verbose: flag('print every verdict as it comes'),
  },
  help: examples('mutants limits client-governor --sample 30'),
  run: async ({ verbose, ...options }, areas = []) => {
    const { runMutants } = await import('./run-mutants.ts')
    const outcome = await runMutants({ ...options, areas, ...(verbose && { onVerdict: (line) => console.error(line) }) })
    for (const line of outcome.survivors) console.error(line)
    return outcome
  },
})
