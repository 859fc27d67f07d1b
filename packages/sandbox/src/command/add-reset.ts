/** `spindrift-sandbox reset`. */
import type { Command } from 'commander'
import { addRunning, requestRunning, findRunning, createJsonOption } from './request-running.ts'

export function addReset(program: Command): void {
  addRunning(program.command('reset').description('reset the running sandbox to its seed data'))
    .addOption(createJsonOption())
    .action(async ({ json }: { readonly json?: boolean }, command: Command) => {
      const running = await findRunning(command)
      const reply = await requestRunning(running, 'POST', 'reset')
      console.log(json ? JSON.stringify(reply) : `Reset the sandbox at ${running.url} to its seed data.`)
    })
}
