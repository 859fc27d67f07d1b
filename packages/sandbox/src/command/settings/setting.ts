import { nearestName } from '../../control/nearest-name.ts'

/** A setting of the sandbox. A flag, a variable and the configuration file set it under the same name. */
export interface Setting<Value> {
  readonly name: string
  /** Heading of the flag in help. */
  readonly group: string
  /** One-letter flag. */
  readonly short?: string
  /** Placeholder of the flag's value in help; absent for a switch. */
  readonly valueName?: string
  /** At most 60 characters, for help. */
  readonly description: string
  /** Second part of the description in the README. */
  readonly details?: string
  /** @throws Error with the allowed values */
  readonly parse: (text: string) => Value
  readonly defaultText?: string
  /** Repeatable flag. A variable has values separated by commas, the configuration file has a list. */
  readonly repeatable?: true
  /** True if a flag has several values, separated by commas. */
  readonly isList?: true
  /** True if the value is a file name. In the configuration file it is relative to that file. */
  readonly isFile?: true | ((text: string) => boolean)
  readonly isSecret?: true
  /** Second variable with the same meaning. */
  readonly variable?: string
  /** Values of the variable that other programs set, and that do not count. */
  readonly ignored?: RegExp
}

export type Settings = Readonly<Record<string, Setting<unknown>>>

export type ValuesOf<Table extends Settings> = {
  readonly [Name in keyof Table]: Table[Name] extends { readonly repeatable: true }
    ? readonly ReturnType<Table[Name]['parse']>[] | undefined
    : ReturnType<Table[Name]['parse']> | undefined
}

const prefix = 'SPINDRIFT_SANDBOX_'
/** Variable with the name of the configuration file. */
export const configVariable = `${prefix}CONFIG`

/** Variables of a setting, the one with the highest priority first. */
export function listVariables({ name, variable }: Setting<unknown>): readonly string[] {
  const own = `${prefix}${name.toUpperCase().replaceAll('-', '_')}`
  return variable === undefined ? [own] : [own, variable]
}

/** Variables that Kubernetes sets for a service with the name `spindrift-sandbox`. */
const serviceLink = /_(?:SERVICE_(?:HOST|PORT(?:_\w+)?)|PORT_\d+_(?:TCP|UDP)(?:_\w+)?)$/

/** Lists variables with the sandbox's prefix that set nothing, and a message for each. */
export function listUnknownVariables(
  table: Settings,
  environment: NodeJS.ProcessEnv,
): readonly { readonly name: string; readonly message: string }[] {
  const known = [...Object.values(table).flatMap(listVariables), configVariable]
  return Object.keys(environment)
    .filter((name) => name.startsWith(prefix) && !known.includes(name) && !serviceLink.test(name))
    .map((name) => {
      const nearest = nearestName(name, known)
      return {
        name,
        message: `${name} is set, but it is not a setting of the sandbox.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`,
      }
    })
}
