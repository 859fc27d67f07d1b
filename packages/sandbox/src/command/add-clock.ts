/** `spindrift-sandbox clock`. */
import { type Command, Option } from 'commander'
import { addRunning, requestRunning, findRunning, createJsonOption } from './request-running.ts'
import { parseSeconds } from './parse-flags.ts'

interface ClockFlags {
  readonly advance?: number
  readonly set?: string
  readonly freeze?: boolean
  readonly run?: boolean
  readonly json?: boolean
}

export function addClock(program: Command): void {
  addRunning(program.command('clock').description('show or set the clock of the running sandbox'))
    .addOption(new Option('--advance <seconds>', 'move forward by this many seconds').argParser(parseSeconds))
    .option('--set <time>', 'move to this time, for example 2026-03-02T09:00:00Z')
    .addOption(new Option('--freeze', 'stop the clock').conflicts('run'))
    .option('--run', 'let a stopped clock run again')
    .addOption(createJsonOption())
    .action(async ({ advance, set, freeze, run, json }: ClockFlags, command: Command) => {
      const change = {
        ...(advance !== undefined && { advance_seconds: advance }),
        ...(set !== undefined && { now: set }),
        ...((freeze ?? run) && { frozen: freeze === true }),
      }
      const isRead = Object.keys(change).length === 0
      const clock = await requestRunning(await findRunning(command), isRead ? 'GET' : 'POST', 'clock', isRead ? undefined : change)
      console.log(json ? JSON.stringify(clock) : `${String(clock['now'])}${clock['frozen'] === true ? ' (frozen)' : ''}`)
    })
}
