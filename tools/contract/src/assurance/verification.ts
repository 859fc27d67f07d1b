/** Defines a command of `pnpm verify`: its options, and a run that returns figures to print. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type VerificationResult, printResult } from './print-result.ts'

/** A command-line option with its parsed type. */
export interface VerificationOption<Value> {
  readonly description: string
  /** For example `<number>`; absent for a boolean flag. */
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
  /** Positional arguments: `['[kinds...]', 'only these']`. */
  readonly operands?: readonly [form: string, about: string]
  /** Options by camel-case name: `pauseSeconds` is `--pause-seconds`. */
  readonly options?: Own
  readonly help?: string
  /** Maximum number of printed findings. */
  readonly maxPrinted?: number
  /** Imports its modules itself, so that other commands need no build. @param names undefined without arguments */
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
      // The options define these types.
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

/** For verifications that start the sandbox as a process. */
export const programOption = textOption('<file>', 'sandbox to run instead of the built one, for example packages/sandbox/src/main.ts')

/** Formats examples for the end of a help page. @param commands without `pnpm verify` */
export function formatExamples(...commands: readonly string[]): string {
  return `\nExample${commands.length === 1 ? '' : 's'}:\n${commands.map((command) => `  $ pnpm verify ${command}\n`).join('')}`
}

function parseCount(input: string): number {
  if (!/^\d{1,9}$/.test(input)) throw new InvalidArgumentError('Expected a whole number, 0 or more.')
  return Number(input)
}
