/** What holds, and from where: a flag before a variable before the configuration file before what holds otherwise. */
import type { ConfigFile } from './parse-config-file.ts'
import { listVariables, type Setting, type Settings, type ValuesOf } from './setting.ts'

export interface Given {
  /** What the command line has, by name: one text for each time a flag was given. */
  readonly flags: Readonly<Record<string, readonly string[] | undefined>>
  readonly environment: NodeJS.ProcessEnv
  readonly file?: ConfigFile | undefined
}

export interface Held {
  readonly name: string
  readonly value: unknown
  /** The flag, the variable, or the file and the line; undefined for what holds otherwise. */
  readonly from: string | undefined
}

/** @throws Error that says where the value stands and what to give instead */
export function resolveSettings<Table extends Settings>(
  table: Table,
  given: Given,
): { readonly held: readonly Held[]; readonly values: ValuesOf<Table> } {
  const held = Object.values(table).map((setting) => resolve(setting, given))
  const values = Object.fromEntries(Object.keys(table).map((key, n) => [key, held[n]?.value]))
  return { held, values: values as ValuesOf<Table> }
}

function resolve(setting: Setting<unknown>, given: Given): Held {
  const { name, repeats, otherwise } = setting
  const found = find(setting, given)
  if (!found) return { name, value: otherwise === undefined ? undefined : parseOne(setting, otherwise, name), from: undefined }
  const values = found.texts.map((text) => parseOne(setting, text, found.from))
  return { name, value: repeats ? values : values.at(-1), from: found.from }
}

function find(setting: Setting<unknown>, { flags, environment, file }: Given) {
  const { name, repeats, foreign } = setting
  const texts = flags[name]
  if (texts) return { texts, from: `--${name}` }
  for (const variable of listVariables(setting)) {
    const text = environment[variable] ?? ''
    // What is empty says nothing: files that pass variables on cannot leave one out.
    if (text === '' || foreign?.test(text)) continue
    return { texts: repeats ? text.split(',').map((each) => each.trim()) : [text], from: variable }
  }
  return file?.get(name)
}

function parseOne({ read, isSecret }: Setting<unknown>, text: string, from: string): unknown {
  try {
    return read(text)
  } catch (error) {
    throw new Error(`${from}${isSecret ? '' : ` is ${JSON.stringify(text)}`}: ${(error as Error).message}`, { cause: error })
  }
}
