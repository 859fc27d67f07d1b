/** `spindrift-sandbox snapshot`. */
import type { Command } from 'commander'
import { nearestName } from '../control/nearest-name.ts'
import { addRunning, requestRunning, findRunning, createJsonOption } from './request-running.ts'

const verbs = {
  save: { method: 'POST', path: 'snapshots' },
  restore: { method: 'POST', path: 'snapshots/restore' },
  remove: { method: 'DELETE', path: 'snapshots' },
  list: { method: 'GET', path: 'snapshots' },
} as const

export function addSnapshot(program: Command): void {
  const listed = Object.keys(verbs).join(', ')
  addRunning(program.command('snapshot').description('save and restore the state of the running sandbox'))
    .argument('[verb]', `action: ${listed}`)
    .argument('[name]', 'name of the snapshot; not for list')
    .addOption(createJsonOption())
    .action(async (given: string | undefined, name: string | undefined, { json }: { readonly json?: boolean }, command: Command) => {
      const verb = parseVerb(given)
      if (verb !== 'list' && name === undefined) throw new Error(`Give the copy a name: spindrift-sandbox snapshot ${verb} clean`)
      const running = await findRunning(command)
      const { method, path } = verbs[verb]
      const answer = await requestRunning(running, method, path, verb === 'list' ? undefined : { name })
      if (json) console.log(JSON.stringify(answer))
      else if (verb === 'restore') console.log(`The sandbox at ${running.url} is as it was when "${name}" was saved.`)
      else {
        const names = answer['snapshots'] as readonly string[]
        console.log(names.length === 0 ? 'No copies are kept.' : names.join('\n'))
      }
    })
}

function parseVerb(given: string | undefined): keyof typeof verbs {
  if (given !== undefined && Object.hasOwn(verbs, given)) return given as keyof typeof verbs
  const names = Object.keys(verbs)
  const nearest = given === undefined ? undefined : nearestName(given, names)
  const what =
    given === undefined ? 'Say what to do' : `snapshot has no "${given}"${nearest === undefined ? '' : ` (Did you mean ${nearest}?)`}`
  throw new Error(`${what}. Allowed choices are ${names.join(', ')}.`)
}
