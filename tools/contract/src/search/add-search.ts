/** `pnpm prove search` */
import type { Command } from 'commander'
import { printCheck } from '../assurance/print-check.ts'
import { measureSearch } from './measure-search.ts'

export function addSearch(program: Command): void {
  program
    .command('search')
    .description(
      "ask the built reference's search the questions of generators/reference/search/questions.tsv: the page that each means must come first",
    )
    .action(async () => printCheck(await measureSearch()))
}
