/** Emits the client module of a family: its operation table and its interface. */
import { banner } from '../kit/banner.ts'
import { compareText } from '../kit/generated-file.ts'
import { emitComment } from '../kit/emit-comment.ts'
import { toPascalCase } from '../kit/emit-identifier.ts'
import { nameVerb } from '../kit/name-verb.ts'
import { TypeImports } from '../kit/type-imports.ts'
import { emitPropertyName, emitString } from '../kit/emit-literal.ts'
import type { ActionVerb, Family, Operation } from '../model/api-model.ts'
import { type ApiFamily, interfaceName, tableName } from './family-names.ts'
import { groupByStep, type NamedItem } from './group-by-step.ts'
import { listBodies } from './list-forms.ts'
import type { Features } from './features.ts'
import { familyModule, nameTypes, type TypeNames } from './type-names.ts'
import { type FeaturesOf, emitMethod } from './emit-method.ts'
import { emitRow } from './emit-row.ts'
import { emitVerb } from './emit-verb.ts'

export function emitFamily(each: ApiFamily, modulesByType: ReadonlyMap<string, string>, featuresOf: FeaturesOf): string {
  const { family } = each
  const imports = new TypeImports()
  const names = nameTypes(imports, family.name, familyModule, modulesByType)
  const declaration = emitInterface(family, names, featuresOf)
  names.own('configuration.ts', 'ClientOptions')
  names.own('family-table.ts', 'FamilyTable')
  const features = listRuntimeFeatures(family.operations.map(featuresOf))
  return [
    banner('client'),
    imports.write(),
    `import { bindFamily } from '../bind-family.ts'\n`,
    ...features.map(({ name, module }) => `import { ${name} } from '../${module}'\n`),
    `import { createTransport } from '../transport.ts'\n\n`,
    `${declaration}\n`,
    `export const ${tableName(family)}: FamilyTable = ${emitTable(each.api, listEntries(family), featuresOf)}\n\n`,
    `/** Creates a client for this family only. */\n`,
    `export function create${toPascalCase(family.name)}(options?: ClientOptions): ${interfaceName(family)} {\n`,
    `  return bindFamily(${[tableName(family), 'createTransport(options)', ...features.map(({ name }) => name)].join(', ')})\n}\n`,
  ].join('')
}

/** An operation with the steps of its name in a table. */
export interface TableEntry extends NamedItem {
  readonly operation: Operation
}

export function listEntries(family: Family): TableEntry[] {
  return family.operations.map((operation) => ({ operation, steps: operation.name.split('.') }))
}

/** Emits an operation table. Lines after the first start with `indent`. */
export function emitTable(api: string, entries: readonly TableEntry[], featuresOf: FeaturesOf, indent = ''): string {
  return `{\n${indent}  api: ${emitString(api)},\n${emitGroup(entries, '', featuresOf, `${indent}  `)}${indent}}`
}

/** Emits the path that all operations begin with, after `base`, and the operations. */
function emitGroup(entries: readonly TableEntry[], base: string, featuresOf: FeaturesOf, indent: string): string {
  const path = findBasePath(entries.map(({ operation }) => operation.path))
  const rows = groupByStep(entries).map(({ step, self, inner }) => {
    const row = self
      ? emitRow(self.operation, featuresOf(self.operation), path)
      : `{\n${emitGroup(inner, path, featuresOf, `${indent}    `)}${indent}  }`
    return `${indent}  ${emitPropertyName(step)}: ${row},\n`
  })
  return `${indent}path: ${emitString(path.slice(base.length))},\n${indent}operations: {\n${rows.join('')}${indent}},\n`
}

/** Returns the whole segments that all paths begin with. */
function findBasePath(paths: readonly string[]): string {
  const [first = [], ...rest] = paths.map((path) => path.split('/'))
  const end = first.findIndex((segment, at) => rest.some((segments) => segments[at] !== segment))
  return first.slice(0, end < 0 ? first.length : end).join('/')
}

/** Lists the runtime features to import: only those that the family needs, to keep its bundle small. */
function listRuntimeFeatures(features: readonly Features[]): { readonly name: string; readonly module: string }[] {
  return [
    ...(features.some(({ item }) => item) ? [{ name: 'addPages', module: 'pages/add-pages.ts' }] : []),
    ...(features.some(({ states, startsActions }) => states ?? startsActions) ? [{ name: 'addWaits', module: 'wait/add-waits.ts' }] : []),
    ...(features.some(({ actionSchema }) => actionSchema) ? [{ name: 'addActionWait', module: 'wait/add-action-wait.ts' }] : []),
    ...(features.some(({ facts }) => facts['deprecated']) ? [{ name: 'addDeprecation', module: 'add-deprecation.ts' }] : []),
    ...(features.some(({ facts }) => facts['stream']) ? [{ name: 'addStreams', module: 'inference/add-streams.ts' }] : []),
    // Last, as action methods call the operation with all its features.
    ...(features.some(({ facts }) => facts['verbs']) ? [{ name: 'addVerbs', module: 'add-verbs.ts' }] : []),
  ]
}

/** Emits the interface of a family. */
export function emitInterface(family: Family, names: TypeNames, featuresOf: FeaturesOf): string {
  const members = emitMembers(listMembers(family), '  ', ({ operation, verb }, name, indent) => {
    const features = featuresOf(operation)
    const writes = { operation, family, names, features, name: emitPropertyName(name), result: emitResult(operation, names) }
    return verb ? emitVerb(writes, verb, indent) : emitMethod(writes, indent)
  })
  const actionSchemas = family.operations.flatMap((operation) => featuresOf(operation).actionSchema ?? [])
  return `${emitComment([family.description])}export interface ${interfaceName(family)} {\n${members}${actionSchemas.map((schema) => emitWait(schema, names)).join('')}}\n`
}

interface Member extends TableEntry {
  /** Set for the method of an action type. */
  readonly verb?: ActionVerb
}

function listMembers(family: Family): Member[] {
  return listEntries(family)
    .flatMap((entry) => [
      entry,
      ...(entry.operation.verbs ?? []).map((verb) => ({ ...entry, verb, steps: nameVerb(entry.operation, verb).split('.') })),
    ])
    .toSorted((a, b) => compareText(a.steps.join('.'), b.steps.join('.')))
}

/** Groups members with the same first step into a property. */
function emitMembers(members: readonly Member[], indent: string, write: (member: Member, name: string, indent: string) => string): string {
  return groupByStep(members)
    .map(({ step, self, inner }) => {
      if (self) return write(self, step, indent)
      const comment = emitComment([inner.map(({ operation }) => operation.summary).join(' · ')], indent)
      return `${comment}${indent}readonly ${emitPropertyName(step)}: {\n${emitMembers(inner, `${indent}  `, write)}${indent}}\n`
    })
    .join('')
}

function emitWait(schema: string, names: TypeNames): string {
  const comment = emitComment(
    [
      'Wait for an action',
      '',
      'Polls an action of any resource until it completes. Takes the action, an entry of `links.actions`, or an id. Rejects with `WaitError` if the action is `errored`, and with `WaitTimeoutError` after `timeoutMs`.',
    ],
    '  ',
  )
  const options = names.own('wait/wait-options.ts', 'WaitOptions')
  return `${comment}  wait(action: { readonly id: number } | number, options?: ${options}): Promise<${names.schema(schema)}>\n`
}

/** Emits the result type of a call: the bodies of its 2xx and 3xx responses. */
function emitResult(operation: Operation, names: TypeNames): string {
  const bodies = operation.replies.filter(({ status }) => /^[23]/.test(status)).flatMap((reply) => listBodies(operation, reply, names))
  const distinct = [...new Set(bodies)].map((body) => (body === 'undefined' ? 'void' : body))
  return distinct.join(' | ') || 'void'
}
