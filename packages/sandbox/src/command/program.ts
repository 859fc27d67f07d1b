/** Commands of `spindrift-sandbox`. */
import { Command } from 'commander'
import { addClock } from './add-clock.ts'
import { addCompare } from './add-compare.ts'
import { addConfig } from './add-config.ts'
import { addDoctor } from './add-doctor.ts'
import { addDrift } from './add-drift.ts'
import { addEnv } from './add-env.ts'
import { addExec } from './add-exec.ts'
import { addRecord } from './add-record.ts'
import { addReset } from './add-reset.ts'
import { addSnapshot } from './add-snapshot.ts'
import { addStart, startExamples } from './add-start.ts'
import { addWait } from './add-wait.ts'
import { addWorld } from './add-world.ts'
import { rejectUnknownSubcommand } from './reject-unknown-command.ts'
import { formatError } from './format-error.ts'
import { version } from '../control/version.ts'

export function createProgram(): Command {
  const program = new Command('spindrift-sandbox')
    .description('Emulator of the platform, with state, actions, locks and rate limits.')
    .version(version, '--version', 'print the version')
    .configureOutput({ outputError: (text, write) => write(formatError(text)) })
    .addHelpText('after', startExamples)
    .hook('preSubcommand', rejectUnknownSubcommand)
  const groups = {
    'Commands:': [addStart, addExec, addConfig, addDoctor],
    'Commands for a running sandbox:': [addEnv, addClock, addSnapshot, addReset, addDrift, addWorld, addWait],
    'Commands for recordings:': [addRecord, addCompare],
  }
  for (const [heading, commands] of Object.entries(groups)) {
    program.commandsGroup(heading)
    for (const add of commands) add(program)
  }
  return program
}
