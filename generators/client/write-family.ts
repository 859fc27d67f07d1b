/** Writes one family's module for the client: its table and the interface that the table is used through. */
import { banner } from '../kit/banner.ts'
import { compareText } from '../kit/generated-file.ts'
import { describeStability } from '../kit/describe-stability.ts'
import { type CommentLine, writeComment } from '../kit/write-comment.ts'
import { toPascalCase } from '../kit/write-identifier.ts'
import { TypeImports } from '../kit/write-imports.ts'
import { writePropertyName, writeString } from '../kit/write-literal.ts'
import type { Family, Operation } from '../model/api-model.ts'
import { type Form, listBodies, listForms } from './list-forms.ts'
import { type ApiFamily, interfaceName, tableName } from './generate.ts'
import type { Features } from './read-features.ts'
import { familyModule, nameTypes, type TypeNames } from './type-names.ts'
import { writeArguments, writeWhich } from './write-arguments.ts'
import { writeRow } from './write-row.ts'

export type FeaturesOf = (operation: Operation) => Features

export function writeFamily(each: ApiFamily, homes: ReadonlyMap<string, string>, featuresOf: FeaturesOf): string {
  const { family } = each
  const imports = new TypeImports()
  const names = nameTypes(imports, family.name, familyModule, homes)
  const declaration = writeInterface(family, names, featuresOf)
  names.own('configuration.ts', 'ClientOptions')
  names.own('family-table.ts', 'FamilyTable')
  const features = findRuntime(family.operations.map(featuresOf))
  return [
    banner('client'),
    imports.write(),
    `import { bindFamily } from '../bind-family.ts'\n`,
    ...features.map(({ name, module }) => `import { ${name} } from '../${module}'\n`),
    `import { createTransport } from '../transport.ts'\n\n`,
    `${declaration}\n`,
    `export const ${tableName(family)}: FamilyTable = ${writeTable(each, featuresOf)}\n\n`,
    `/** A client of this family alone, for programs that need no other. */\n`,
    `export function create${toPascalCase(family.name)}(options?: ClientOptions): ${interfaceName(family)} {\n`,
    `  return bindFamily(${[tableName(family), 'createTransport(options)', ...features.map(({ name }) => name)].join(', ')})\n}\n`,
  ].join('')
}

/** The operations of a family as data. Each line but the first begins with `indent`. */
export function writeTable({ api, family }: ApiFamily, featuresOf: FeaturesOf, indent = ''): string {
  const rows = sortOperations(family).map(
    (operation) => `${indent}    ${writePropertyName(operation.name)}: ${writeRow(operation, featuresOf(operation))},\n`,
  )
  return `{\n${indent}  api: ${writeString(api)},\n${indent}  operations: {\n${rows.join('')}${indent}  },\n${indent}}`
}

/** Only what the family's operations need is imported, so that its bundle has no more. */
function findRuntime(features: readonly Features[]): { readonly name: string; readonly module: string }[] {
  return [
    ...(features.some(({ item }) => item) ? [{ name: 'addPages', module: 'pages/add-pages.ts' }] : []),
    ...(features.some(({ states, starts }) => states ?? starts) ? [{ name: 'addWaits', module: 'wait/add-waits.ts' }] : []),
    ...(features.some(({ waitsFor }) => waitsFor) ? [{ name: 'addActionWait', module: 'wait/add-action-wait.ts' }] : []),
  ]
}

/** What a family's table is used through. */
export function writeInterface(family: Family, names: TypeNames, featuresOf: FeaturesOf): string {
  const rows = sortOperations(family).map((operation) => ({ operation, steps: operation.name.split('.') }))
  const members = writeMembers(rows, '  ', (operation, name, indent) => writeMethod(operation, name, names, featuresOf(operation), indent))
  const waits = family.operations.flatMap((operation) => featuresOf(operation).waitsFor ?? [])
  return `${writeComment([family.description])}export interface ${interfaceName(family)} {\n${members}${waits.map((schema) => writeWait(schema, names)).join('')}}\n`
}

function sortOperations(family: Family): Operation[] {
  return family.operations.toSorted((a, b) => compareText(a.name, b.name))
}

interface Member {
  readonly operation: Operation
  /** Of its name, from here on. */
  readonly steps: readonly string[]
}

/** What has the same first step is a property with members of its own. */
function writeMembers(
  members: readonly Member[],
  indent: string,
  write: (operation: Operation, name: string, indent: string) => string,
): string {
  const groups = Map.groupBy(members, ({ steps }) => steps[0] ?? '')
  return [...groups]
    .map(([step, own]) => {
      const [first] = own
      if (first?.steps.length === 1) return write(first.operation, step, indent)
      const inner = own.map(({ operation, steps }) => ({ operation, steps: steps.slice(1) }))
      const comment = writeComment([own.map(({ operation }) => operation.summary).join(' · ')], indent)
      return `${comment}${indent}readonly ${writePropertyName(step)}: {\n${writeMembers(inner, `${indent}  `, write)}${indent}}\n`
    })
    .join('')
}

function writeMethod(operation: Operation, name: string, names: TypeNames, features: Features, indent: string): string {
  const lines: CommentLine[] = [operation.summary, '', operation.description]
  const stability = describeStability(operation.stability)
  if (stability) lines.push('', `${stability.word}: ${stability.sentence}`)
  if (operation.deprecated) lines.push({ tag: 'deprecated' })
  const comment = writeComment(lines, indent)
  const whole = { request: names.request(operation), type: names.requestType(operation), body: writeResult(operation, names) }
  const signatures = [...listForms(operation, names), whole].flatMap((form) =>
    writeSignatures(form, writePropertyName(name), names, features),
  )
  // An editor shows the words of the signature that is called.
  return signatures.map((signature) => `${comment}${indent}${signature}\n`).join('')
}

/** A method, or a property where the operation is more than a function. */
function writeSignatures(form: Form, name: string, names: TypeNames, { facts, item, states, starts, args }: Features): string[] {
  const { body: result } = form
  // What cannot be read cannot be found in the way either.
  const isLocking = starts && !facts['ends']
  const options = isLocking ? names.own('wait/operations.ts', 'ActionCallOptions') : names.own('call.ts', 'CallOptions')
  const ways = writeArguments(form, args, names).map((way) => `${way}, options?: ${options}`)
  const made = starts
    ? `${names.own('wait/operations.ts', 'ActionCall')}<${result}>`
    : item
      ? `${names.own('pages/list-call.ts', 'ListCall')}<${result}, ${writeItem(item, result, names)}>`
      : `${names.own('call.ts', 'Call')}<${result}>`
  if (!states) return ways.map((way) => `${name}(${way}): ${made}`)
  const types = [
    ways.map((way) => `[${way}]`).join(' | '),
    writeWhich(form, args, names),
    result,
    states.map(writeString).join(' | '),
    ...(item ? [made] : []),
  ]
  return [`readonly ${name}: ${names.own('wait/operations.ts', 'StateOperation')}<${types.join(', ')}>`]
}

function writeItem(item: NonNullable<Features['item']>, body: string, names: TypeNames): string {
  if ('schema' in item) return names.schema(item.schema)
  const index = item.at.at(-1) ?? ''
  return `${item.at.slice(0, -1).reduce((type, name) => `NonNullable<${type}[${writeString(name)}]>`, body)}[${index}]`
}

function writeWait(schema: string, names: TypeNames): string {
  const comment = writeComment(
    [
      'Wait for an action',
      '',
      'Reads an action until it has completed, whatever it is on. Takes the action, one of the `links.actions` of an answer, or an id. Rejects with `WaitError` when it is `errored` and with `WaitTimeoutError` when it lasts longer than `timeoutMs`.',
    ],
    '  ',
  )
  const options = names.own('wait/wait-options.ts', 'WaitOptions')
  return `${comment}  wait(action: { readonly id: number } | number, options?: ${options}): Promise<${names.schema(schema)}>\n`
}

/** What a successful call resolves to: the bodies of its 2xx replies. */
function writeResult(operation: Operation, names: TypeNames): string {
  const bodies = operation.replies.filter(({ status }) => /^[23]/.test(status)).flatMap((reply) => listBodies(operation, reply, names))
  const distinct = [...new Set(bodies)].map((body) => (body === 'undefined' ? 'void' : body))
  return distinct.join(' | ') || 'void'
}
