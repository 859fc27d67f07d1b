/** Gives a command the settings of a table, and reads them when it runs. */
import { existsSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { resolveSettings } from './resolve-settings.ts'
import type { Setting, Settings } from './setting.ts'

/** Where it is looked for when nothing is said. */
const configFile = 'spindrift.config.yaml'
const configVariable = 'SPINDRIFT_SANDBOX_CONFIG'

type Texts = Readonly<Record<string, readonly string[] | undefined>>

export function addSettings(command: Command, table: Settings): Command {
  for (const setting of Object.values(table)) command.addOption(createOption(setting))
  return command.addOption(new Option('--config <file>', `configuration file (default: ${configFile}, if it exists; ${configVariable})`))
}

function createOption({ name, short, takes, about, otherwise }: Setting<unknown>): Option {
  const flags = `${short === undefined ? '' : `-${short}, `}--${name}${takes === undefined ? '' : ` <${takes}>`}`
  const option = new Option(flags, otherwise === undefined ? about : `${about} (default: ${otherwise})`)
  // Read when all that is said is known, so that a fault has one sentence wherever it stands.
  return takes === undefined ? option : option.argParser((text, earlier: readonly string[] = []) => [...earlier, text])
}

/** Of the command that is running. @throws Error that says where a value stands and what to give instead */
export async function readSettings<Table extends Settings>(command: Command, table: Table, environment = process.env) {
  const flags = command.opts<Readonly<Record<string, unknown>>>()
  const texts: Texts = Object.fromEntries(Object.values(table).map(({ name }) => [name, readTexts(flags[camelCase(name)])]))
  return resolveSettings(table, { flags: texts, environment, file: await openConfigFile(command, table, environment) })
}

/** Another of the command's flags may have the name of a setting. */
function readTexts(given: unknown): readonly string[] | undefined {
  if (given === true) return ['true']
  return Array.isArray(given) ? given.map(String) : undefined
}

async function openConfigFile(command: Command, table: Settings, environment: NodeJS.ProcessEnv) {
  const named = command.opts<{ readonly config?: string }>().config ?? (environment[configVariable] || undefined)
  if (named === undefined && !existsSync(configFile)) return undefined
  const { parseConfigFile } = await import('./parse-config-file.ts')
  return parseConfigFile(named ?? configFile, table)
}

/** As commander names a flag's value. */
function camelCase(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
