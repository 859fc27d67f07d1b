/** Defines a command of `pnpm verify`: its options, and a run that returns figures to print. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type VerificationResult, printResult } from './assurance/print-result.ts'

/** Default values by option in camel case, with descriptions. Its type is that of the option: false is a flag, an empty text or list is not given. */
type Options = Readonly<Record<string, readonly [description: string, defaultValue: number | boolean | string | readonly string[]]>>
type Widened<Value> = Value extends number ? number : Value extends boolean ? boolean : Value extends string ? string : readonly string[]
type OptionValues<Own extends Options> = { readonly [Name in keyof Own]: Widened<Own[Name][1]> }

interface Verification<Own extends Options> {
  readonly name: string
  readonly description: string
  /** Objects that the positional arguments select, for example `families`. */
  readonly operands?: string
  readonly options?: Own
  /** Arguments of an example. */
  readonly example?: string
  /** Imports its modules itself, so that other commands need no build. @param names undefined without arguments */
  readonly run: (options: OptionValues<Own>, names: readonly string[] | undefined) => Promise<VerificationResult>
}

export const defineVerification =
  <Own extends Options = Readonly<Record<never, never>>>({ name, description, operands, options, example, run }: Verification<Own>) =>
  (program: Command): void => {
    const command = program.command(name).description(description)
    if (operands !== undefined) command.argument(`[${operands}...]`, `only these ${operands}`)
    for (const [key, option] of Object.entries(options ?? {})) command.addOption(createOption(key, option))
    if (example !== undefined) command.addHelpText('after', `\nExample:\n  $ pnpm verify ${example}\n`)
    command.action(async () => {
      // The options define these types.
      printResult(await run(command.opts() as OptionValues<Own>, command.args.length > 0 ? command.args : undefined))
    })
  }

function createOption(key: string, [description, defaultValue]: Options[string]): Option {
  const name = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  if (typeof defaultValue === 'boolean') return new Option(`--${name}`, description).default(false)
  if (typeof defaultValue === 'number') return new Option(`--${name} <number>`, description).default(defaultValue).argParser(parseCount)
  return new Option(typeof defaultValue === 'string' ? `--${name} <text>` : `--${name} <name...>`, description).default(defaultValue)
}

function parseCount(input: string): number {
  if (!/^\d{1,9}$/.test(input)) throw new InvalidArgumentError('Expected a whole number, 0 or more.')
  return Number(input)
}
