/** `spindrift-sandbox snapshot`. */
import { Argument, type Command } from 'commander'
import { askRunning, makeJsonOption, makeUrlOption } from './ask-running.ts'

export function addSnapshot(program: Command): void {
  program
    .command('snapshot')
    .description('keep copies of the running sandbox, and go back to them')
    .addArgument(new Argument('<verb>', 'what to do').choices(['save', 'restore', 'remove', 'list']))
    .argument('[name]', 'of the copy; not for list')
    .addOption(makeUrlOption())
    .addOption(makeJsonOption())
    .action(async (verb: string, name: string | undefined, { url, json }: { readonly url: string; readonly json?: boolean }) => {
      if (verb !== 'list' && name === undefined) throw new Error(`Give the copy a name: spindrift-sandbox snapshot ${verb} clean`)
      if (verb === 'restore') {
        const answer = await askRunning(url, 'POST', 'snapshots/restore', { name })
        console.log(json ? JSON.stringify(answer) : `The sandbox at ${url} is as it was when "${name}" was saved.`)
        return
      }
      const method = { save: 'POST', remove: 'DELETE', list: 'GET' }[verb] ?? 'GET'
      const answer = await askRunning(url, method, 'snapshots', verb === 'list' ? undefined : { name })
      const names = answer['snapshots'] as readonly string[]
      if (json) console.log(JSON.stringify(answer))
      else console.log(names.length === 0 ? 'No copies are kept.' : names.join('\n'))
    })
}
