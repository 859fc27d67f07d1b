/** `pnpm prove stories` */
import type { Command } from 'commander'
import { printCheck, type Outcome } from '../assurance/print-check.ts'
import { readCount } from '../assurance/read-count.ts'

interface Options {
  readonly seed: number
  readonly replicas: number
  readonly proxy?: boolean
  readonly list?: boolean
}

export function addStories(program: Command): void {
  program
    .command('stories')
    .argument('[words...]', 'only the stories with one of these words in their title')
    .description(
      'run the same stories of resources against Prism and a sandbox through the public client: what was made is there, changes, and goes; every reply must be as specified',
    )
    .option('--proxy', "run them instead once against a sandbox through Prism's proxy, which judges every request and reply")
    .option('--seed <number>', "from which the sandbox's ids follow", readCount, 7)
    .option('--replicas <number>', 'only the sandbox, and so many of it over one Postgres behind a random balancer', readCount, 0)
    .option('--list', 'print which server can show what, and the stories')
    .addHelpText('after', '\nExamples:\n  $ pnpm prove stories\n  $ pnpm prove stories volume domain\n  $ pnpm prove stories --proxy\n')
    .action(async (words: string[], { seed, replicas, proxy = false, list = false }: Options) => {
      const { abilities } = await import('./abilities.ts')
      const { allStories } = await import('./cases/all-stories.ts')
      // The other commands need no built sandbox.
      const { runStories } = await import('./run-stories.ts')
      const matches = (title: string) => words.length === 0 || words.some((word) => title.toLowerCase().includes(word.toLowerCase()))
      const stories = allStories.filter(({ title }) => matches(title))
      if (stories.length === 0) throw new Error(`No story has ${words.join(' or ')} in its title. --list prints the titles.`)
      if (list) {
        console.table(abilities)
        for (const { title } of stories) console.log(title)
        return
      }
      const outcomes: Outcome[] = []
      const alone = replicas > 0 ? (['sandbox'] as const) : (['prism', 'sandbox'] as const)
      for (const server of proxy ? (['proxy'] as const) : alone) outcomes.push(await runStories({ server, stories, seed, replicas }))
      printCheck({
        check: 'stories',
        passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
        total: outcomes.reduce((sum, { total }) => sum + total, 0),
        findings: outcomes.flatMap(({ findings }) => findings),
        figures: { seed, servers: outcomes.map(({ figures, passed, total }) => ({ ...figures, passed, total })) },
      })
    })
}
