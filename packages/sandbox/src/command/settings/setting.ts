/** One thing that can be set: as a flag, as a variable, or in the configuration file, under the same name. */
export interface Setting<Value> {
  readonly name: string
  /** The letter that stands for the flag. */
  readonly short?: string
  /** What the flag takes, as help shows it; nothing for one that is on or off. */
  readonly takes?: string
  readonly about: string
  /** @throws Error saying what to give */
  readonly read: (text: string) => Value
  /** What holds where nothing is said, as help shows it. */
  readonly otherwise?: string
  /** Whether it can be given again; a variable and the configuration file have a list of them. */
  readonly repeats?: true
  /** Whether it names a file; one in the configuration file is beside that. */
  readonly isFile?: true | ((text: string) => boolean)
  readonly isSecret?: true
  /** Another variable that sets it, too. */
  readonly variable?: string
  /** What a variable may hold that was put there by others and says nothing. */
  readonly foreign?: RegExp
}

export type Settings = Readonly<Record<string, Setting<unknown>>>

export type ValuesOf<Table extends Settings> = {
  readonly [Name in keyof Table]: Table[Name] extends { readonly repeats: true }
    ? readonly ReturnType<Table[Name]['read']>[] | undefined
    : ReturnType<Table[Name]['read']> | undefined
}

const prefix = 'SPINDRIFT_SANDBOX_'

/** Those that set it, the first that is there wins. */
export function listVariables({ name, variable }: Setting<unknown>): readonly string[] {
  const own = `${prefix}${name.toUpperCase().replaceAll('-', '_')}`
  return variable === undefined ? [own] : [own, variable]
}

/** Variables that look as if they set something and set nothing: a slip, or the links that Kubernetes makes for a service. */
export function listUnread(table: Settings, environment: NodeJS.ProcessEnv): readonly string[] {
  const known = new Set(Object.values(table).flatMap(listVariables))
  return Object.keys(environment).filter((name) => name.startsWith(prefix) && !known.has(name))
}
