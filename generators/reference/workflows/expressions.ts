/** Translates Arazzo runtime expressions to TypeScript and shell. */
import { emitLiteral, emitPropertyName } from '../../kit/emit-literal.ts'
import type { Workflow } from '../sources/sources.ts'

/** Environment variables of the workflow inputs. */
const variables: Readonly<Record<string, string>> = {
  token: 'SPINDRIFT_TOKEN',
  key: 'SPINDRIFT_MODEL_ACCESS_KEY',
  sandbox: 'SPINDRIFT_BASE_URL',
}

export interface Names {
  /** `$steps.create.outputs.droplet` → `droplet`, or `createDroplet` where an earlier step has a `droplet` too. */
  readonly nameOutput: (stepId: string, output: string) => string
}

export function nameOutputs({ steps }: Workflow): Names {
  const names = new Map<string, string>()
  const usedNames = new Set<string>()
  for (const { stepId, outputs = {} } of steps) {
    for (const output of Object.keys(outputs)) {
      const name = usedNames.has(output) ? camel(`${stepId}-${output}`) : camel(output)
      usedNames.add(name)
      names.set(`${stepId} ${output}`, name)
    }
  }
  return { nameOutput: (stepId, output) => names.get(`${stepId} ${output}`) ?? camel(output) }
}

export function camel(name: string): string {
  return name.replace(/[-_](\w)/g, (_, character: string) => character.toUpperCase())
}

/** Resolves an expression to an environment variable or a program variable. */
function getExpression(expression: string, names: Names): { readonly environment?: string; readonly name?: string } | undefined {
  const input = /^\$(?:workflows\.[\w-]+\.)?inputs\.(\w+)$/.exec(expression)?.[1]
  if (input !== undefined) return { environment: variables[input] ?? input.toUpperCase() }
  const [, step, output] = /^\$steps\.([\w-]+)\.outputs\.([\w-]+)$/.exec(expression) ?? []
  return step === undefined || output === undefined ? undefined : { name: names.nameOutput(step, output) }
}

const inside = /\{(\$[\w.-]+)\}/

/** Prints a value as TypeScript. */
export function printProgramValue(value: unknown, names: Names, indent = ''): string {
  if (typeof value === 'string') return printProgramText(value, names)
  if (typeof value !== 'object' || value === null) return emitLiteral(value)
  const inner = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((item) => printProgramValue(item, names, inner))
    : Object.entries(value).map(([name, member]) => `${emitPropertyName(name)}: ${printProgramValue(member, names, inner)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }']
  const line = `${open}${parts.join(', ')}${close}`
  if (parts.length > 0 && line.length + indent.length <= 60 && !line.includes('\n')) return line
  return `${open.trim()}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close.trim()}`
}

function printProgramText(text: string, names: Names): string {
  const expression = getExpression(text, names)
  if (expression) return printProgramName(expression)
  if (!inside.test(text)) return emitLiteral(text)
  const parts = text.split(inside).map((part, index) => {
    const read = index % 2 === 1 ? getExpression(part, names) : undefined
    return read ? `\${${printProgramName(read)}}` : part.replace(/[`\\]|\$\{/g, '\\$&')
  })
  return `\`${parts.join('')}\``
}

function printProgramName({ environment, name = '' }: NonNullable<ReturnType<typeof getExpression>>): string {
  return environment === undefined ? name : `process.env['${environment}']!`
}

/** Prints text for double quotes in a shell. */
export function printShellText(text: string, names: Names): string {
  const quote = (literal: string) => literal.replace(/["\\$`]/g, '\\$&')
  const expression = getExpression(text, names)
  if (expression) return `$${expression.environment ?? expression.name}`
  return text
    .split(inside)
    .map((part, index) => {
      const read = index % 2 === 1 ? getExpression(part, names) : undefined
      return read ? `$${read.environment ?? read.name}` : quote(part)
    })
    .join('')
}

/** Prints JSON in single quotes for a shell, interrupted by variables. */
export function printShellJson(value: unknown, names: Names, isNumber: (key: string) => boolean): string {
  const fill = (expression: string, found: string, before = '', after = '') => {
    const read = getExpression(expression, names)
    return read ? `${before}'"$${read.environment ?? read.name}"'${after}` : found
  }
  const json = JSON.stringify(value, null, 2)
    .replaceAll("'", `'\\''`)
    .replace(/"(\w+)": "(\$[\w.-]+)"/g, (found, key: string, expression: string) =>
      isNumber(key) ? fill(expression, found, `"${key}": `) : fill(expression, found, `"${key}": "`, '"'),
    )
    .replace(new RegExp(inside, 'g'), (found, expression: string) => fill(expression, found))
  return `'${json}'`
}
