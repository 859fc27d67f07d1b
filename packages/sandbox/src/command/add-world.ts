/** `spindrift-sandbox world`: what is there as a file, and what became of it since. */
import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { nearestName } from '../control/nearest-name.ts'
import type { FieldChange, WorldDifference } from '../worlds/compare-worlds.ts'
import type { WorldDefinition } from '../worlds/world-definition.ts'
import { WorldError } from '../worlds/world-error.ts'
import { addRunning, askRunning, findRunning, makeJsonOption } from './ask-running.ts'

interface WorldFlags {
  readonly out?: string
  readonly withSecrets?: boolean
  readonly json?: boolean
}

const verbs = ['export', 'diff'] as const
type Verb = (typeof verbs)[number]

export function addWorld(program: Command): void {
  addRunning(program.command('world').description('write what is in the running sandbox as a file to start from, or what changed in it'))
    .argument('[verb]', `what to do: ${verbs.join(', ')}`)
    .argument('[file]', 'diff: the world to compare with, instead of the first day')
    .option('--out <file>', 'export: write to this file')
    .option(
      '--with-secrets',
      'export: with what is kept of tokens, secrets and passwords, so that they are good where the file is started from',
    )
    .addOption(makeJsonOption())
    .addHelpText('after', examples)
    .action(async (given: string | undefined, file: string | undefined, flags: WorldFlags, command: Command) => {
      const verb = readVerb(given)
      if (verb === 'diff') await compare(file, flags, command)
      else if (file === undefined) await write(flags, command)
      else throw new Error(`export takes no file; say where to with --out: spindrift-sandbox world export --out ${file}`)
    })
}

function readVerb(given: string | undefined): Verb {
  const found = verbs.find((verb) => verb === given)
  if (found !== undefined) return found
  const nearest = given === undefined ? undefined : nearestName(given, verbs)
  const what =
    given === undefined ? 'Say what to do' : `world has no "${given}"${nearest === undefined ? '' : ` (Did you mean ${nearest}?)`}`
  throw new Error(`${what}. Allowed choices are ${verbs.join(', ')}.`)
}

async function write({ out, withSecrets = false, json }: WorldFlags, command: Command): Promise<void> {
  const answer = await askRunning(await findRunning(command), 'POST', 'world/export', { with_secrets: withSecrets })
  const { writeWorld } = await import('../worlds/write-world.ts')
  // What the sandbox answers there.
  const text = json ? `${JSON.stringify(answer)}\n` : writeWorld(answer['world'] as WorldDefinition)
  if (out === undefined) process.stdout.write(text)
  else {
    await writeFile(out, text, { mode: withSecrets ? 0o600 : 0o666 })
    console.log(`${out} has what is there. Start from it with: spindrift-sandbox start --world ${out}`)
  }
}

async function compare(file: string | undefined, { json }: WorldFlags, command: Command): Promise<void> {
  const { openWorldFile } = await import('../worlds/read-world-file.ts')
  const other = file === undefined ? undefined : await openWorldFile(file)
  const running = await findRunning(command)
  const answer = await askRunning(running, 'POST', 'world/diff', other && { world: other.world }).catch((error: Error) => {
    throw other?.explain(readWorldError(error)) ?? error
  })
  // What the sandbox answers there.
  const difference = answer as unknown as WorldDifference
  console.log(json ? JSON.stringify(answer) : writeDifference(difference).join('\n'))
}

/** `world: droplets[0].size: …`, as the sandbox refuses it; of what is no refusal of the world, nothing is known but what it says. */
function readWorldError(error: Error): WorldError {
  const [, path = '', sentence = error.message] = /^world: ([\w.[\]]+): (.*)$/.exec(error.message) ?? []
  const steps = path.match(/\w+/g) ?? []
  return new WorldError(
    steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
    sentence,
    { cause: error },
  )
}

function writeDifference({ made, changed, removed }: WorldDifference): readonly string[] {
  const lines = [
    ...made.map(({ kind, name }) => `+ ${kind} ${name}`),
    ...changed.flatMap(({ kind, name, fields }) => [`~ ${kind} ${name}`, ...Object.entries(fields).map(writeChange)]),
    ...removed.map(({ kind, name }) => `- ${kind} ${name}`),
  ]
  return lines.length === 0 ? ['Nothing that a file can hold was made, changed or removed.'] : lines
}

function writeChange([field, { before, after }]: readonly [string, FieldChange]): string {
  return `    ${field}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`
}

const examples = `
A world is a YAML file of resources by kind, each with what the request that makes one says. export writes the present state so, with its ids, and start --world makes it
again; what only happened, such as actions, backups and invoices, is in no file. No secret of a token, a password or a key is in it unless you say --with-secrets.
diff says what was made (+), changed (~) and removed (-) since the first day, or in comparison with a file.

Examples:
  $ spindrift-sandbox world export --out my-world.yaml
  $ spindrift-sandbox start --world my-world.yaml
  $ spindrift-sandbox world diff                      since the first day
  $ spindrift-sandbox world diff my-world.yaml        in comparison with what the file makes
`
