import { count, examples, flag, proof } from '../assurance/proof.ts'
import type { Outcome } from '../assurance/print-check.ts'

export const addStories = proof({
  name: 'stories',
  about:
    'run the same stories of resources against Prism and a sandbox through the public client: what was made is there, changes, and goes; every reply must be as specified',
  names: ['[words...]', 'only the stories with one of these words in their title'],
  options: {
    proxy: flag("run them instead once against a sandbox through Prism's proxy, which judges every request and reply"),
    seed: count("from which the sandbox's ids follow", 7),
    replicas: count('only the sandbox, and so many of it over one Postgres behind a random balancer', 0),
    list: flag('print which server can show what, and the stories'),
  },
  help: examples('stories', 'stories volume domain', 'stories --proxy'),
  run: async ({ seed, replicas, proxy, list }, words) => {
    const { abilities } = await import('./abilities.ts')
    const { allStories } = await import('./cases/all-stories.ts')
    const { runStories } = await import('./run-stories.ts')
    const matches = (title: string) => !words || words.some((word) => title.toLowerCase().includes(word.toLowerCase()))
    const stories = allStories.filter(({ title }) => matches(title))
    if (stories.length === 0) throw new Error(`No story has ${words?.join(' or ')} in its title. --list prints the titles.`)
    if (list) {
      console.table(abilities)
      for (const { title } of stories) console.log(title)
      return
    }
    const outcomes: Outcome[] = []
    const alone = replicas > 0 ? (['sandbox'] as const) : (['prism', 'sandbox'] as const)
    for (const server of proxy ? (['proxy'] as const) : alone) outcomes.push(await runStories({ server, stories, seed, replicas }))
    return {
      check: 'stories',
      passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
      total: outcomes.reduce((sum, { total }) => sum + total, 0),
      findings: outcomes.flatMap(({ findings }) => findings),
      figures: { seed, servers: outcomes.map(({ figures, passed, total }) => ({ ...figures, passed, total })) },
    }
  },
})
