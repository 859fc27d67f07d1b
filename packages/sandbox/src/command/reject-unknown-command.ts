import type { Command } from 'commander'
import { nearestName } from '../control/nearest-name.ts'

/** Rejects an argument of the default command: it is a misspelled command, or a command after its flags. @throws Error with the fix */
export function rejectUnknownCommand({ args, parent }: Command): void {
  const [name] = args
  if (name === undefined || !parent) return
  if (listNames(parent).includes(name)) throw new Error(`write the command before its flags: ${parent.name()} ${name}`)
  throw createError(name, parent)
}

/** Rejects an unknown command before its flags are parsed as flags of the default command. @throws Error with the nearest name */
export function rejectUnknownSubcommand(program: Command): void {
  const [name] = program.args
  if (name !== undefined && !name.startsWith('-') && !listNames(program).includes(name)) throw createError(name, program)
}

function listNames(program: Command): readonly string[] {
  return program.commands.map((command) => command.name())
}

function createError(name: string, program: Command): Error {
  const names = listNames(program)
  const nearest = nearestName(name, names)
  return new Error(
    `unknown command '${name}'${nearest === undefined ? `. Available commands: ${names.join(', ')}` : ` (Did you mean ${nearest}?)`}`,
  )
}
