import type { Command } from 'commander'
import { nearestName } from '../control/nearest-name.ts'

/** For the command that runs when none is named: what it does not take may be the name of another, not quite. @throws Error naming it */
export function refuseUnknown({ args, parent }: Command): void {
  const [given] = args
  if (given === undefined) return
  const names = (parent?.commands ?? []).map((command) => command.name())
  if (names.includes(given)) throw new Error(`write the command before its flags: ${parent?.name()} ${given}`)
  const nearest = nearestName(given, names)
  throw new Error(`unknown command '${given}'${nearest === undefined ? `. There are: ${names.join(', ')}` : ` (Did you mean ${nearest}?)`}`)
}
