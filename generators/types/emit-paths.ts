/**
 * Emits `paths` in the format of openapi-typescript, for openapi-fetch and related libraries: parameters, body and responses by path and
 * method. Refers to the types of the family modules.
 */
import { banner } from '../kit/banner.ts'
import { compareText } from '../kit/generated-file.ts'
import { requestName, emitContent } from '../kit/request-types.ts'
import { toPascalCase } from '../kit/emit-identifier.ts'
import { emitPropertyName, emitString } from '../kit/emit-literal.ts'
import type { Family, MediaType, Operation, Reply } from '../model/api-model.ts'
import type { IsOpen } from './find-open-schemas.ts'
import { emitImports } from './emit-family.ts'

/** Replaces `string & {}` by `string`, as openapi-fetch treats it as an object. */
const plain =
  'type Plain<T> = T extends string ? (string extends T ? string : T) : T extends object ? { [Key in keyof T]: Plain<T[Key]> } : T\n'

/** Emits the paths of a family. */
export function emitFamilyPaths(family: Family, modulesByType: ReadonlyMap<string, string>, isOpen: IsOpen): string {
  const mentions = new Set<string>()
  const members = listPaths(family).map((path) => {
    const operations = family.operations.filter((operation) => operation.path === path)
    return `  ${emitPropertyName(path)}: {\n${operations.map((operation) => emitOperation(operation, mentions, isOpen)).join('')}  }\n`
  })
  const opens = members.some((member) => member.includes('Plain<'))
  const modulesWithRequests = new Map([
    ...modulesByType,
    ...family.operations.map((operation) => [requestName(operation), family.name] as const),
  ])
  return [
    banner('types'),
    emitImports({ ...family, name: `${family.name}.paths` }, mentions, modulesWithRequests),
    "\ntype Json<Body> = { headers: { [name: string]: unknown }; content: { 'application/json': Body } }\n",
    opens ? `\n${plain}` : '',
    '\n/** Operations of this family by path and method. */\n',
    `export interface paths {\n${members.join('')}}\n`,
  ].join('')
}

/** Emits the paths of all families, and merges paths that several families share. */
export function emitAllPaths(families: readonly Family[]): string {
  const imports: string[] = []
  const owners = new Map<string, string[]>()
  for (const family of families) {
    const name = `${toPascalCase(family.name)}Paths`
    imports.push(`import type { paths as ${name} } from ${emitString(`./${family.name}.paths.ts`)}\n`)
    for (const path of listPaths(family)) owners.set(path, [...(owners.get(path) ?? []), name])
  }
  const members = [...owners]
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([path, names]) => `  ${emitPropertyName(path)}: ${names.map((name) => `${name}[${emitString(path)}]`).join(' & ')}\n`)
  return `${banner('types')}${imports.join('')}\n/** Every operation by path and method. */\nexport interface paths {\n${members.join('')}}\n`
}

function listPaths({ operations }: Family): string[] {
  return [...new Set(operations.map(({ path }) => path))]
}

function emitOperation(operation: Operation, mentions: Set<string>, isOpen: IsOpen): string {
  const { method, body, replies } = operation
  const groups = (['query', 'header', 'path', 'cookie'] as const).map(
    (location) => `${location}${emitParameters(operation, location, mentions)}`,
  )
  const requestBody = body
    ? `${body.required ? '' : '?'}: { content: ${emitBodies(body.content, (each) => emitContent([each], mentions))} }`
    : '?: never'
  return [
    `    ${method}: {\n`,
    `      parameters: { ${groups.join('; ')} }\n`,
    `      requestBody${requestBody}\n`,
    `      responses: {\n${replies.map((reply) => `        ${reply.status}: ${emitReply(reply, mentions, isOpen)}\n`).join('')}      }\n`,
    `    }\n`,
  ].join('')
}

function emitParameters(operation: Operation, location: string, mentions: Set<string>): string {
  const own = operation.parameters.filter((parameter) => parameter.in === location)
  if (own.length === 0) return '?: never'
  const name = requestName(operation)
  mentions.add(name)
  const type = `${name}[${emitString(location)}]`
  return own.some((parameter) => parameter.required) ? `: ${type}` : `?: NonNullable<${type}>`
}

function emitReply({ content }: Reply, mentions: Set<string>, isOpen: IsOpen): string {
  const [only] = content
  const write = (each: MediaType) => {
    const type = emitContent([each], mentions)
    return each.mediaType === 'application/json' && isOpen(each.schema) ? `Plain<${type}>` : type
  }
  if (only?.mediaType === 'application/json' && content.length === 1) return `Json<${write(only)}>`
  return `{ headers: { [name: string]: unknown }; content${content.length === 0 ? '?: never' : `: ${emitBodies(content, write)}`} }`
}

function emitBodies(content: readonly MediaType[], write: (each: MediaType) => string): string {
  const members = content.map((each) => `${emitPropertyName(each.mediaType)}: ${write(each)}`)
  return `{ ${members.join('; ')} }`
}
