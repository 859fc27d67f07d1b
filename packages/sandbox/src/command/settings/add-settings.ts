/** Options of a command from a settings table, and their values when the command runs. */
import { existsSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { resolveSettings } from './resolve-settings.ts'
import { configVariable, type Setting, type Settings } from './setting.ts'

const configFile = 'spindrift.config.yaml'
const configFiles = [configFile, 'spindrift.config.yml']

type FlagTexts = Readonly<Record<string, readonly string[] | undefined>>

export function addSettings(command: Command, table: Settings): Command {
  for (const setting of Object.values(table)) command.addOption(createOption(setting))
  return command.addOption(new Option('--config <file>', `configuration file (default: ${configFile}, if it exists)`))
}

function createOption({ name, group, short, valueName, description, defaultText }: Setting<unknown>): Option {
  const flags = `${short === undefined ? '' : `-${short}, `}--${name}${valueName === undefined ? '' : ` <${valueName}>`}`
  const option = new Option(flags, defaultText === undefined ? description : `${description} (default: ${defaultText})`)
  option.helpGroup(`${group}:`)
  // `readSettings` parses the texts, so that the error of a value is the same for flags, variables and the configuration file.
  return valueName === undefined ? option : option.argParser((text, earlier: readonly string[] = []) => [...earlier, text])
}

/** Settings of the running command. @throws Error with the source of a wrong value and the allowed values */
export async function readSettings<Table extends Settings>(command: Command, table: Table, environment = process.env) {
  const options = command.opts<Readonly<Record<string, unknown>>>()
  const flags: FlagTexts = Object.fromEntries(Object.values(table).map(({ name }) => [name, listTexts(options[camelCase(name)])]))
  return resolveSettings(table, { flags, environment, file: await readConfigFile(command, table, environment) })
}

/** Texts of a flag. Another option of the command can have the name of a setting; its value is ignored. */
function listTexts(value: unknown): readonly string[] | undefined {
  if (value === true) return ['true']
  return Array.isArray(value) ? value.map(String) : undefined
}

async function readConfigFile(command: Command, table: Settings, environment: NodeJS.ProcessEnv) {
  const file = command.opts<{ readonly config?: string }>().config ?? (environment[configVariable] || configFiles.find(existsSync))
  if (file === undefined) return undefined
  const { parseConfigFile } = await import('./parse-config-file.ts')
  return parseConfigFile(file, table)
}

/** Key of an option in commander. */
function camelCase(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
