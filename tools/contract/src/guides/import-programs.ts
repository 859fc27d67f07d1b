/** Process that imports the programs that its parent names, one after another, each with its variables in its folder. */
import { inspect } from 'node:util'

export interface Program {
  readonly file: string
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
}

let printed = ''
process.stdout.write = process.stderr.write = (text: string | Uint8Array) => {
  printed += String(text)
  return true
}

process.on('message', async ({ file, folder, environment }: Program) => {
  printed = ''
  process.chdir(folder)
  Object.assign(process.env, environment)
  const status = await import(file).then(
    () => 0,
    (error: unknown) => (console.error(inspect(error)), 1),
  )
  process.send?.({ status, printed })
})
