/** Effective settings. A flag overrides a variable, a variable overrides the configuration file, and the file overrides the default. */
import type { ConfigFile } from './parse-config-file.ts'
import { listVariables, type Setting, type Settings, type ValuesOf } from './setting.ts'

export interface SettingSources {
  /** Texts of the flags by name, one for each use of the flag. */
  readonly flags: Readonly<Record<string, readonly string[] | undefined>>
  readonly environment: NodeJS.ProcessEnv
  readonly file?: ConfigFile | undefined
}

export interface ResolvedSetting {
  readonly name: string
  readonly value: unknown
  /** The flag, the variable, or the file with the line; undefined for a default. */
  readonly from: string | undefined
}

/** @throws Error with the source of a wrong value and the allowed values */
export function resolveSettings<Table extends Settings>(
  table: Table,
  sources: SettingSources,
): { readonly resolvedSettings: readonly ResolvedSetting[]; readonly values: ValuesOf<Table> } {
  const resolvedSettings = Object.values(table).map((setting) => resolve(setting, sources))
  const values = Object.fromEntries(Object.keys(table).map((key, n) => [key, resolvedSettings[n]?.value]))
  return { resolvedSettings, values: values as ValuesOf<Table> }
}

function resolve(setting: Setting<unknown>, sources: SettingSources): ResolvedSetting {
  const { name, repeatable, defaultText } = setting
  const source = findSource(setting, sources)
  if (!source) return { name, value: defaultText === undefined ? undefined : parseText(setting, defaultText, name), from: undefined }
  const values = source.texts.map((text) => parseText(setting, text, source.from))
  return { name, value: repeatable ? values : values.at(-1), from: source.from }
}

function findSource(setting: Setting<unknown>, { flags, environment, file }: SettingSources) {
  const { name, repeatable, isList, ignored } = setting
  const texts = flags[name]
  if (texts) return { texts: isList ? texts.flatMap(splitList) : texts, from: `--${name}` }
  for (const variable of listVariables(setting)) {
    const text = environment[variable] ?? ''
    // An empty variable sets nothing: a Compose file that forwards variables cannot leave one out.
    if (text === '' || ignored?.test(text)) continue
    return { texts: repeatable ? splitList(text) : [text], from: variable }
  }
  return file?.get(name)
}

function splitList(text: string): string[] {
  return text.split(',').map((each) => each.trim())
}

function parseText({ parse, isSecret }: Setting<unknown>, text: string, from: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    throw new Error(`${from}${isSecret ? '' : ` is ${JSON.stringify(text)}`}: ${(error as Error).message}`, { cause: error })
  }
}
