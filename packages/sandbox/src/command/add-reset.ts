/** `spindrift-sandbox reset`. */
import type { Command } from 'commander'
import { askRunning, makeJsonOption, makeUrlOption } from './ask-running.ts'

export function addReset(program: Command): void {
  program
    .command('reset')
    .description('forget everything in the running sandbox: as on its first day')
    .addOption(makeUrlOption())
    .addOption(makeJsonOption())
    .action(async ({ url, json }: { readonly url: string; readonly json?: boolean }) => {
      const answer = await askRunning(url, 'POST', 'reset')
      console.log(json ? JSON.stringify(answer) : `The sandbox at ${url} is as on its first day.`)
    })
}
