/** Validates the arguments of a call before anything is sent. The compiled validators are loaded with the first call. */
import { findGroupErrors, findValueErrors, findAlias } from '../generated/tool-calls.ts'
import type { ArgumentSchema, ToolRow } from '../tables/tool-row.ts'
import { type JsonObject, parseJson } from '../values.ts'
import { describeFault, type Fault, type FaultContext } from './describe-fault.ts'

/** Validator compiled by ajv. */
export type CompiledValidator = ((values: unknown) => boolean) & { readonly errors?: readonly Fault[] | null }

interface Loaded {
  readonly validators: Readonly<Record<string, CompiledValidator | undefined>>
  readonly inputSchemas: Readonly<Record<string, ArgumentSchema>>
}

let loading: Promise<Loaded> | undefined

export function loadChecks(): Promise<Loaded> {
  loading ??= Promise.all([import('../generated/validators/index.js'), import('../generated/schemas.ts')]).then(
    ([{ validators }, { inputSchemas }]) => ({ validators, inputSchemas }),
  )
  return loading
}

/** @returns a sentence for each invalid argument; empty if all are valid */
export async function checkArguments(tool: ToolRow, values: JsonObject): Promise<string[]> {
  const { validators, inputSchemas } = await loadChecks()
  const schema = inputSchemas[tool.name] ?? {}
  const faults = [...validate(validators[tool.name], { schema, values }), ...findGroupErrors(tool, values).map((fault) => `${fault}.`)]
  if (faults.length > 0) return [...new Set(faults)]
  const valueErrors = findValueErrors(tool, values, parseJson).map(({ name, problem, remedy }) => `${name}: ${problem}. ${remedy}`)
  if (valueErrors.length > 0) return valueErrors
  const texts = Object.entries(tool.arguments).filter(([name, { as }]) => as === 'json' && values[name] !== undefined)
  return texts.flatMap(([name]) => checkJson(tool, validators[tool.name], { schema, values }, name))
}

/** Runs the compiled validator. Property counts are left to `findGroupErrors`, which names the missing properties. */
function validate(validator: CompiledValidator | undefined, context: FaultContext): string[] {
  if (!validator || validator(context.values)) return []
  const faults = (validator.errors ?? []).filter(({ keyword }) => keyword !== 'minProperties' && keyword !== 'maxProperties')
  return faults.map((fault) => describeFault(fault, context))
}

/** Validates a JSON string argument against the schema of the argument with the same meaning. */
function checkJson(tool: ToolRow, validator: CompiledValidator | undefined, { schema, values }: FaultContext, name: string): string[] {
  const read = findAlias(tool, values, name, parseJson(String(values[name])))
  return read ? validate(validator, { schema, values: read.values, rename: { from: read.alias, to: name } }) : []
}
