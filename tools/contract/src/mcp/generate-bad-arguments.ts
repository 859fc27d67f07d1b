/** Generates valid arguments of a tool, and invalid ones with one fault each. */
import * as fc from 'fast-check'
import type { Operation, Tool } from '../../../../generators/model/api-model.ts'
import type { Random } from '../assurance/create-random.ts'
import { applyBreakage, type Breakage, listBreakages } from '../assurance/fuzz/break-value.ts'
import { createValueGenerator } from '../assurance/fuzz/value-generator.ts'
import type { ResolveSchema } from '../assurance/fuzz/resolve-schema.ts'

export interface InvalidArguments {
  readonly values: Readonly<Record<string, unknown>>
  /** Names that the error must contain. */
  readonly expectedNames: readonly string[]
  readonly reason: string
}

type ArgumentValues = Readonly<Record<string, unknown>>

export function generateValidArguments(
  operation: Operation,
  tool: Tool,
  open: ResolveSchema,
  random: Random,
  count: number,
): ArgumentValues[] {
  const generate = createValueGenerator(open)
  const drafts = fc.sample(generate(open(operation.body?.content[0]?.schema ?? {})), {
    numRuns: count,
    seed: random.integer(0, 2 ** 31 - 1),
  })
  return (drafts as ArgumentValues[]).map((draft) => fixTexts(fixGroups(draft, tool, random), tool, random))
}

export function generateInvalidArguments(
  operation: Operation,
  tool: Tool,
  open: ResolveSchema,
  random: Random,
  count: number,
): InvalidArguments[] {
  const schema = open(operation.body?.content[0]?.schema ?? {})
  return generateValidArguments(operation, tool, open, random, count).map((good) => {
    const kinds = [breakSchema(good, listBreakages(schema, good, open)), breakGroups(good, tool), breakTexts(good, tool)].filter(
      (cases) => cases.length > 0,
    )
    const unknown = addUnknown(good, schema.properties ?? {}, random)
    // Most faults violate the schema.
    const cases = kinds.length > 0 && random.next() < 0.75 ? random.pick([kinds[0] ?? unknown, ...kinds]) : unknown
    return random.pick(cases as [InvalidArguments, ...InvalidArguments[]])
  })
}

/** Replaces texts that match the schema but fail in the operation: no number, an empty list or a parent path. */
function fixTexts(draft: ArgumentValues, tool: Tool, random: Random): ArgumentValues {
  const fixText = (name: string, value: unknown) => {
    const argument = tool.arguments[name]
    if (typeof argument === 'object' && argument.as === 'integer') return String(random.integer(1, 10))
    if (typeof argument === 'object' && argument.as === 'list' && /^[\s,]*,[\s,]*$/.test(String(value))) return 'orders'
    return value === '.' || value === '..' ? 'orders' : value
  }
  return Object.fromEntries(Object.entries(draft).map(([name, value]) => [name, fixText(name, value)]))
}

/** Selects one argument of each group, and never two with the same meaning. */
function fixGroups(draft: ArgumentValues, tool: Tool, random: Random): ArgumentValues {
  const values: Record<string, unknown> = { ...draft }
  for (const group of tool['require-one-of'] ?? []) {
    if (!haveSameTarget(tool, group)) {
      if (group.every((name) => values[name] === undefined)) values['num_nodes'] = 2
      continue
    }
    const selected = random.pick(group as [string, ...string[]])
    for (const name of group) if (name !== selected) delete values[name]
    values[selected] ??=
      selected.toLowerCase() === 'id' ? missing : selected === 'config_json' ? '{"connect_timeout":10}' : { connect_timeout: 10 }
    if (selected === 'config_json') values[selected] = '{"connect_timeout":10}'
  }
  return values
}

/** Id that no cluster has. */
const missing = '00000000-0000-4000-8000-000000000000'

const getTarget = (tool: Tool, name: string) => {
  const argument = tool.arguments[name]
  return typeof argument === 'object' ? argument.to : argument
}
const haveSameTarget = (tool: Tool, names: readonly string[]) => new Set(names.map((name) => getTarget(tool, name))).size === 1

function breakSchema(good: ArgumentValues, breakages: readonly Breakage[]): InvalidArguments[] {
  return breakages
    .filter(({ steps, reason }) => steps.length > 0 && !reason.endsWith('Properties'))
    .map((breakage) => ({
      values: applyBreakage(good, breakage) as ArgumentValues,
      expectedNames: [breakage.steps.join('.')],
      reason: breakage.reason,
    }))
}

function breakGroups(good: ArgumentValues, tool: Tool): InvalidArguments[] {
  return (tool['require-one-of'] ?? []).flatMap((group) => {
    const without = Object.fromEntries(Object.entries(good).filter(([name]) => !group.includes(name)))
    const none = { values: without, expectedNames: [group.join(', ')], reason: 'none of a group' }
    if (!haveSameTarget(tool, group)) return [none]
    const [one = '', other = ''] = group
    const both = one === 'id' ? { [one]: missing, [other]: missing } : { config_json: '{}', config: {} }
    return [none, { values: { ...good, ...both }, expectedNames: [group.join(', ')], reason: 'two that mean the same' }]
  })
}

/** Faults that appear only when the text is parsed. */
function breakTexts(good: ArgumentValues, tool: Tool): InvalidArguments[] {
  return Object.entries(tool.arguments).flatMap(([name, argument]) => {
    if (typeof argument !== 'object') return []
    if (argument.as === 'integer') {
      const [large, small] = [
        { ...good, [name]: '9'.repeat(20) },
        { ...good, [name]: '0' },
      ]
      return [
        { values: large, expectedNames: [name], reason: 'a number that is too large' },
        { values: small, expectedNames: [name], reason: 'a number that is too small' },
      ]
    }
    if (argument.as === 'list')
      return [{ values: { ...good, [name]: ' , ' }, expectedNames: [name], reason: 'a list of nothing but commas' }]
    if (argument.as !== 'json' || good[name] === undefined) return []
    const broken = [
      ['{', name],
      ['[1]', name],
      ['{"connect_timeout":"10"}', `${name}.connect_timeout`],
      ['{"jit":true}', `${name}.jit`],
    ] as const
    return broken.map(([text, at]) => ({ values: { ...good, [name]: text }, expectedNames: [at], reason: 'a text of JSON' }))
  })
}

/** Adds an unknown argument: a typo, a name of another tool or a JavaScript name. Without `__proto__`, which the SDK drops. */
function addUnknown(good: ArgumentValues, properties: ArgumentValues, random: Random): InvalidArguments[] {
  const known = Object.keys(properties)
  const slips = known.flatMap((name) => [`${name}s`, name.slice(0, -1), name.toUpperCase()])
  const names = [...slips, 'force', 'dry_run', 'cluster_id', 'constructor', 'toString', `x${random.integer(0, 1e6)}`].filter(
    (name) => name !== '' && !known.includes(name),
  )
  return names.map((name) => ({ values: { ...good, [name]: 1 }, expectedNames: [name], reason: 'an unknown argument' }))
}
