import type { Command } from 'commander'
import { nearestName } from '../control/nearest-name.ts'

/** For the command that runs when none is named: what it does not take may be the name of another, not quite. @throws Error naming it */
export function refuseUnknown({ args, parent }: Command): void {
  const [given] = args
  if (given === undefined || !parent) return
  if (listNames(parent).includes(given)) throw new Error(`write the command before its flags: ${parent.name()} ${given}`)
  refuseName(given, parent)
}

/** The same where flags follow that are another command's: the name is what is wrong, and not they. @throws Error naming it */
export function refuseUnknownFirst(program: Command): void {
  const [given] = program.args
  if (given !== undefined && !given.startsWith('-') && !listNames(program).includes(given)) refuseName(given, program)
}

function listNames(program: Command): readonly string[] {
  return program.commands.map((command) => command.name())
}

function refuseName(given: string, program: Command): never {
  const names = listNames(program)
  const nearest = nearestName(given, names)
  throw new Error(`unknown command '${given}'${nearest === undefined ? `. There are: ${names.join(', ')}` : ` (Did you mean ${nearest}?)`}`)
}
