/** The commands of `spindrift-sandbox`. */
import { Command } from 'commander'
import { addClock } from './add-clock.ts'
import { addCompare } from './add-compare.ts'
import { addConfig } from './add-config.ts'
import { addDoctor } from './add-doctor.ts'
import { addEnv } from './add-env.ts'
import { addExec } from './add-exec.ts'
import { addRecord } from './add-record.ts'
import { addReset } from './add-reset.ts'
import { addSnapshot } from './add-snapshot.ts'
import { addStart, startExamples } from './add-start.ts'
import { addWait } from './add-wait.ts'
import { addWorld } from './add-world.ts'
import { refuseUnknownFirst } from './refuse-unknown.ts'
import { formatError } from './format-error.ts'
import { version } from '../control/version.ts'

export function createProgram(): Command {
  const program = new Command('spindrift-sandbox')
    .description('Runs an emulator of the whole platform on this machine, with state, actions, locks and rate limits.')
    .version(version, '--version', 'print the version')
    .configureOutput({ outputError: (text, write) => write(formatError(text)) })
    .addHelpText('after', startExamples)
    .hook('preSubcommand', refuseUnknownFirst)
  for (const add of [
    addStart,
    addConfig,
    addReset,
    addClock,
    addSnapshot,
    addWorld,
    addExec,
    addEnv,
    addWait,
    addDoctor,
    addRecord,
    addCompare,
  ])
    add(program)
  return program
}
