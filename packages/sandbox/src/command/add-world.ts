/** `spindrift-sandbox world diff`. */
import type { Command } from 'commander'
import { nearestName } from '../control/nearest-name.ts'
import type { Change } from '../generated/controls.ts'
import { WorldError, mergeErrors } from '../worlds/world-error.ts'
import { addRunning, requestRunning, findRunning, createJsonOption } from './request-running.ts'

const verbs = ['diff'] as const

export function addWorld(program: Command): void {
  addRunning(program.command('world').description('list changes of the running sandbox since its start'))
    .argument('[verb]', `action: ${verbs.join(', ')}`)
    .argument('[file]', 'world file to compare with, instead of the seed data')
    .addOption(createJsonOption())
    .addHelpText('after', examples)
    .action(async (verb: string | undefined, file: string | undefined, flags: { readonly json?: boolean }, command: Command) => {
      checkVerb(verb)
      await printDifferences(file, flags.json === true, command)
    })
}

function checkVerb(text: string | undefined): void {
  if (verbs.some((verb) => verb === text)) return
  const nearest = text === undefined ? undefined : nearestName(text, verbs)
  const problem = text === undefined ? 'No action' : `unknown action "${text}"${nearest === undefined ? '' : ` (Did you mean ${nearest}?)`}`
  throw new Error(`world: ${problem}. Allowed choices are ${verbs.join(', ')}.`)
}

async function printDifferences(file: string | undefined, isJson: boolean, command: Command): Promise<void> {
  const { openWorldFile } = await import('../worlds/read-world-file.ts')
  const other = file === undefined ? undefined : await openWorldFile(file)
  const running = await findRunning(command)
  const reply = await requestRunning(running, 'POST', 'world/diff', other && { world: other.world }).catch((error: Error) => {
    throw other?.locateError(parseWorldErrors(error)) ?? error
  })
  const lines = (reply['changes'] as readonly Change[]).flatMap(formatChange)
  console.log(isJson ? JSON.stringify(reply) : lines.length === 0 ? 'No changes.' : lines.join('\n'))
}

/** Errors of a world file, from a message with lines like `droplets[0].size: …`. Other messages have no path. */
function parseWorldErrors({ message }: Error): WorldError {
  return mergeErrors(
    message
      .replace(/^world: /, '')
      .split('\n')
      .map((line) => {
        const [, path = '', errorText = line] = /^([\w.[\]]+): (.*)$/.exec(line) ?? []
        return new WorldError(
          (path.match(/\w+/g) ?? []).map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
          errorText,
        )
      }),
  )
}

const signs = { created: '+', updated: '~', deleted: '-' } as const

function formatChange({ object, type, before, after }: Change): string[] {
  const { name } = (after ?? before) as { readonly name?: unknown }
  const label = typeof name === 'string' && name !== object.id ? ` ${name}` : ''
  const line = `${signs[type]} ${object.kind} ${object.id}${label}`
  return type === 'updated' ? [line, ...listFieldChanges(before as object, after as object)] : [line]
}

function listFieldChanges(before: object, after: object): string[] {
  const [first, second] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return [...new Set([...first.keys(), ...second.keys()])]
    .map((field) => [field, JSON.stringify(first.get(field) ?? null), JSON.stringify(second.get(field) ?? null)] as const)
    .filter(([, old, present]) => old !== present)
    .map(([field, old, present]) => `    ${field}: ${old} → ${present}`)
}

const examples = `
Lists created (+), updated (~) and deleted (-) resources, compared with the seed
data or a world file.

Examples:
  $ spindrift-sandbox world diff                      compared with the seed data
  $ spindrift-sandbox world diff my-world.yaml        compared with the file
`
