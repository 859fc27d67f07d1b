/** The commands of `spindrift-sandbox`. */
import { Command } from 'commander'
import { addClock } from './add-clock.ts'
import { addCompare } from './add-compare.ts'
import { addDoctor } from './add-doctor.ts'
import { addRecord } from './add-record.ts'
import { addReset } from './add-reset.ts'
import { addSnapshot } from './add-snapshot.ts'
import { addStart, startExamples } from './add-start.ts'
import { version } from './version.ts'

export function createProgram(): Command {
  const program = new Command('spindrift-sandbox')
    .description('The whole platform on this machine: state that behaves, limits, locks, actions that take their time.')
    .version(version, '--version', 'print the version')
    .configureOutput({
      outputError: (text, write) =>
        write(
          `spindrift-sandbox: ${text
            .replace(/^error: /, '')
            .trim()
            .replaceAll('\n', ' ')}\n`,
        ),
    })
    .addHelpText('after', startExamples)
  for (const add of [addStart, addReset, addClock, addSnapshot, addDoctor, addRecord, addCompare]) add(program)
  return program
}
