/** `spindrift-sandbox reset`. */
import type { Command } from 'commander'
import { askRunning, makeUrlOption } from './ask-running.ts'

export function addReset(program: Command): void {
  program
    .command('reset')
    .description('forget everything in the running sandbox: as on its first day')
    .addOption(makeUrlOption())
    .action(async ({ url }: { readonly url: string }) => {
      await askRunning(url, 'POST', 'reset')
      console.log(`The sandbox at ${url} is as on its first day.`)
    })
}
