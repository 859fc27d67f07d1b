/** One command of `pnpm verify`: its options, of which its run gets the values by name, and an outcome that is printed in figures. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type Outcome, printCheck } from './print-result.ts'

/** An option, and what a run gets of it. */
export interface Flag<Value> {
  readonly about: string
  /** `<number>`; a flag that is given or not takes nothing. */
  readonly takes?: string
  readonly read?: (text: string) => Value
  readonly choices?: readonly string[]
  readonly fallback?: Value
}
type Flags = Readonly<Record<string, Flag<unknown>>>
type Values<Own extends Flags> = { readonly [Name in keyof Own]: Own[Name] extends Flag<infer Value> ? Value : never }

interface Verification<Own extends Flags> {
  readonly name: string
  readonly about: string
  /** What may be named after the command, and what that does: `['[kinds...]', 'only these']`. */
  readonly names?: readonly [form: string, about: string]
  /** By their names in a run: `mostTests` is `--most-tests`. */
  readonly options?: Own
  readonly help?: string
  /** More where each finding is worth it. */
  readonly maxPrinted?: number
  /** What only this proof needs is imported here, as the others need nothing built. @param names undefined where none is given */
  readonly run: (options: Values<Own>, names: readonly string[] | undefined) => Promise<Outcome | void>
}

export const defineVerification =
  <Own extends Flags = Readonly<Record<never, never>>>({ name, about, names, options, help, maxPrinted, run }: Verification<Own>) =>
  (program: Command): void => {
    const command = program.command(name).description(about)
    if (names) command.argument(...names)
    const flags = Object.entries(options ?? {})
    for (const [key, flag] of flags) command.addOption(createOption(key, flag))
    if (help !== undefined) command.addHelpText('after', help)
    command.action(async () => {
      const given = command.opts<Record<string, unknown>>()
      const values = Object.fromEntries(flags.map(([key, { takes }]) => [key, given[key] ?? (takes === undefined ? false : undefined)]))
      // Of the types that the options were described with.
      const outcome = await run(values as Values<Own>, names && command.args.length > 0 ? command.args : undefined)
      if (outcome) printCheck(outcome, maxPrinted)
    })
  }

function createOption(key: string, { about, takes, read, choices, fallback }: Flag<unknown>): Option {
  const name = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const option = new Option(takes === undefined ? `--${name}` : `--${name} ${takes}`, about)
  if (read) option.argParser(read)
  if (choices) option.choices(choices)
  return fallback === undefined ? option : option.default(fallback)
}

export const flag = (about: string): Flag<boolean> => ({ about })

export function count(about: string): Flag<number | undefined>
export function count(about: string, fallback: number): Flag<number>
export function count(about: string, fallback?: number): Flag<number | undefined> {
  return { about, takes: '<number>', read: parseCount, ...(fallback !== undefined && { fallback }) }
}

export const text = (takes: string, about: string): Flag<string | undefined> => ({ about, takes })

export const several = (takes: string, about: string): Flag<readonly string[] | undefined> => ({ about, takes })

export function choice<const Choice extends string>(
  takes: string,
  about: string,
  choices: readonly Choice[],
  fallback?: Choice,
): Flag<Choice | undefined> {
  return { about, takes, choices, ...(fallback !== undefined && { fallback }) }
}

/** Of the proofs that start the sandbox as a process of its own. */
export const ownProgram = text('<file>', 'the sandbox to run instead of the built one, for example packages/sandbox/src/main.ts')

/** At the end of a help page. @param commands without `pnpm verify` */
export function examples(...commands: readonly string[]): string {
  return `\nExample${commands.length === 1 ? '' : 's'}:\n${commands.map((command) => `  $ pnpm verify ${command}\n`).join('')}`
}

function parseCount(given: string): number {
  if (!/^\d{1,9}$/.test(given)) throw new InvalidArgumentError('Give a whole number, 0 or more.')
  return Number(given)
}
