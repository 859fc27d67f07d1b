/** One command of `pnpm verify`: its options, of which its run gets the values by name, and an outcome that is printed in figures. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type VerificationResult, printResult } from './print-result.ts'

/** An option, and what a run gets of it. */
export interface VerificationOption<Value> {
  readonly description: string
  /** `<number>`; a flag that is given or not takes nothing. */
  readonly placeholder?: string
  readonly parse?: (text: string) => Value
  readonly choices?: readonly string[]
  readonly defaultValue?: Value
}
type VerificationOptions = Readonly<Record<string, VerificationOption<unknown>>>
type OptionValues<Own extends VerificationOptions> = {
  readonly [Name in keyof Own]: Own[Name] extends VerificationOption<infer Value> ? Value : never
}

interface Verification<Own extends VerificationOptions> {
  readonly name: string
  readonly description: string
  /** What may be named after the command, and what that does: `['[kinds...]', 'only these']`. */
  readonly operands?: readonly [form: string, about: string]
  /** By their names in a run: `mostTests` is `--most-tests`. */
  readonly options?: Own
  readonly help?: string
  /** More where each finding is worth it. */
  readonly maxPrinted?: number
  /** What only this proof needs is imported here, as the others need nothing built. @param names undefined where none is given */
  readonly run: (options: OptionValues<Own>, names: readonly string[] | undefined) => Promise<VerificationResult | void>
}

export const defineVerification =
  <Own extends VerificationOptions = Readonly<Record<never, never>>>({
    name,
    description,
    operands,
    options,
    help,
    maxPrinted,
    run,
  }: Verification<Own>) =>
  (program: Command): void => {
    const command = program.command(name).description(description)
    if (operands) command.argument(...operands)
    const flags = Object.entries(options ?? {})
    for (const [key, flag] of flags) command.addOption(createOption(key, flag))
    if (help !== undefined) command.addHelpText('after', help)
    command.action(async () => {
      const input = command.opts<Record<string, unknown>>()
      const values = Object.fromEntries(
        flags.map(([key, { placeholder }]) => [key, input[key] ?? (placeholder === undefined ? false : undefined)]),
      )
      // Of the types that the options were described with.
      const outcome = await run(values as OptionValues<Own>, operands && command.args.length > 0 ? command.args : undefined)
      if (outcome) printResult(outcome, maxPrinted)
    })
  }

function createOption(key: string, { description, placeholder, parse, choices, defaultValue }: VerificationOption<unknown>): Option {
  const name = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const option = new Option(placeholder === undefined ? `--${name}` : `--${name} ${placeholder}`, description)
  if (parse) option.argParser(parse)
  if (choices) option.choices(choices)
  return defaultValue === undefined ? option : option.default(defaultValue)
}

export const booleanOption = (description: string): VerificationOption<boolean> => ({ description })

export function numberOption(description: string): VerificationOption<number | undefined>
export function numberOption(description: string, defaultValue: number): VerificationOption<number>
export function numberOption(description: string, defaultValue?: number): VerificationOption<number | undefined> {
  return {
    description,
    placeholder: '<number>',
    parse: parseCount,
    ...(defaultValue !== undefined && { defaultValue }),
  }
}

export const textOption = (placeholder: string, description: string): VerificationOption<string | undefined> => ({
  description,
  placeholder,
})

export const listOption = (placeholder: string, description: string): VerificationOption<readonly string[] | undefined> => ({
  description,
  placeholder,
})

export function choiceOption<const Choice extends string>(
  placeholder: string,
  description: string,
  choices: readonly Choice[],
  defaultValue?: Choice,
): VerificationOption<Choice | undefined> {
  return { description, placeholder, choices, ...(defaultValue !== undefined && { defaultValue }) }
}

/** Of the proofs that start the sandbox as a process of its own. */
export const programOption = textOption('<file>', 'sandbox to run instead of the built one, for example packages/sandbox/src/main.ts')

/** At the end of a help page. @param commands without `pnpm verify` */
export function formatExamples(...commands: readonly string[]): string {
  return `\nExample${commands.length === 1 ? '' : 's'}:\n${commands.map((command) => `  $ pnpm verify ${command}\n`).join('')}`
}

function parseCount(input: string): number {
  if (!/^\d{1,9}$/.test(input)) throw new InvalidArgumentError('Expected a whole number, 0 or more.')
  return Number(input)
}
