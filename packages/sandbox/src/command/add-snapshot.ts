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
  const list = Object.keys(verbs).join(', ')
  addRunning(program.command('snapshot').description('save and restore the state of the running sandbox'))
    .argument('[verb]', `action: ${list}`)
    .argument('[name]', 'name of the snapshot; not for list')
    .addOption(createJsonOption())
    .action(async (verbText: string | undefined, name: string | undefined, { json }: { readonly json?: boolean }, command: Command) => {
      const verb = parseVerb(verbText)
      if (verb !== 'list' && name === undefined) throw new Error(`Give the snapshot a name: spindrift-sandbox snapshot ${verb} clean`)
      const running = await findRunning(command)
      const { method, path } = verbs[verb]
      const reply = await requestRunning(running, method, path, verb === 'list' ? undefined : { name })
      if (json) console.log(JSON.stringify(reply))
      else if (verb === 'restore') console.log(`Restored "${name}" in the sandbox at ${running.url}.`)
      else {
        const names = reply['snapshots'] as readonly string[]
        console.log(names.length === 0 ? 'There are no snapshots.' : names.join('\n'))
      }
    })
}

function parseVerb(text: string | undefined): keyof typeof verbs {
  if (text !== undefined && Object.hasOwn(verbs, text)) return text as keyof typeof verbs
  const names = Object.keys(verbs)
  const nearest = text === undefined ? undefined : nearestName(text, names)
  const problem = text === undefined ? 'No action' : `unknown action "${text}"${nearest === undefined ? '' : ` (Did you mean ${nearest}?)`}`
  throw new Error(`snapshot: ${problem}. Allowed choices are ${names.join(', ')}.`)
}
