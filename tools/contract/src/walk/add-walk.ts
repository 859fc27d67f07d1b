import { count, examples, flag, proof } from '../assurance/proof.ts'

export const addWalk = proof({
  name: 'walk',
  about:
    "call every operation on a sandbox with the specification's own examples, references replaced by ids that exist: each must succeed, or be refused for a reason that is written down, and every reply must be as specified",
  options: {
    seed: count('from which all ids follow', 7),
    proxy: flag("let Prism's proxy judge every request and reply as well"),
    list: flag('print what became of every example'),
  },
  help: examples('walk --seed 3 --list'),
  run: async ({ seed, proxy, list }) => {
    const { runWalk } = await import('./run-walk.ts')
    const result = await runWalk({ seed, proxy })
    if (list)
      for (const { operation, example, status, message } of result.outcomes) console.log([status, operation, example, message].join(' '))
    return result
  },
})
