/**
 * Runnable samples of an operation: for our client and for curl, against the local sandbox. They show what must be sent and
 * the first example of the body; an operation whose examples do not suffice has none.
 */
import { readFacts } from '../kit/read-facts.ts'
import { writeLiteral, writePropertyName } from '../kit/write-literal.ts'
import type { Api, Family, Operation, Parameter } from '../model/api-model.ts'

export interface Sample {
  readonly lang: string
  readonly label: string
  readonly source: string
}

type Values = Readonly<Record<string, unknown>>

interface SampleRequest {
  readonly path?: Values
  readonly query?: Values
  readonly header?: Values
  readonly body?: unknown
}

export function writeSamples(api: Api, family: Family, operation: Operation): Sample[] {
  const request = readRequest(operation)
  if (!request) return []
  const token = api.name === 'inference' ? 'SPINDRIFT_MODEL_ACCESS_KEY' : 'SPINDRIFT_TOKEN'
  const curl = { lang: 'bash', label: 'curl', source: writeCurl(api, operation, request, token) }
  if (findRawType(operation) || isForBrowser(operation)) return [curl]
  return [{ lang: 'typescript', label: 'TypeScript', source: writeTypeScript(api, family, operation, request, token) }, curl]
}

/** The media type of a body that is neither JSON nor a form: an example of such bytes is no value of a program. */
function findRawType({ body }: Operation): string | undefined {
  const type = body?.content[0]?.mediaType
  return type === undefined || /\bjson$|^application\/x-www-form-urlencoded$/.test(type) ? undefined : type
}

function isForBrowser({ replies }: Operation): boolean {
  return replies.some(({ status, content }) => status.startsWith('2') && content.some(({ mediaType }) => mediaType === 'text/html'))
}

function readRequest(operation: Operation): SampleRequest | undefined {
  const needed = operation.parameters.filter((parameter) => parameter.required)
  if (needed.some((parameter) => findExample(parameter) === undefined)) return undefined
  const body = operation.body?.content[0]?.examples[0]?.value
  if (operation.body?.required && body === undefined) return undefined
  const places = (['path', 'query', 'header'] as const).flatMap((place) => {
    const values = needed.filter((parameter) => parameter.in === place).map((parameter) => [parameter.name, findExample(parameter)])
    return values.length === 0 ? [] : [[place, Object.fromEntries(values)]]
  })
  return { ...Object.fromEntries(places), ...(body !== undefined && { body }) }
}

function findExample({ example, schema }: Parameter): unknown {
  return example ?? schema.examples?.[0] ?? schema.default ?? schema.enum?.[0]
}

function writeTypeScript(api: Api, family: Family, operation: Operation, request: SampleRequest, token: string): string {
  const call = `cloud${[...family.group.split('_'), ...operation.name.split('.')].map(writeMember).join('')}(${Object.keys(request).length === 0 ? '' : printValue(request, '')})`
  const hasResult = operation.replies.some(({ status, content }) => status.startsWith('2') && content.length > 0)
  const source = readFacts(operation).open ? '' : `// The token is read from ${token}.\n`
  return `import { createCloud } from '@spindrift/client'\n\n${source}const cloud = createCloud({ baseUrl: ${writeLiteral(api.baseUrl)} })\n${hasResult ? 'const result = ' : ''}await ${call}\n`
}

function writeMember(name: string): string {
  const property = writePropertyName(name)
  return property === name ? `.${name}` : `[${writeLiteral(name)}]`
}

/** A literal on one line where it fits, else one member a line. */
function printValue(value: unknown, indent: string): string {
  const line = writeLiteral(value)
  if (line.length + indent.length <= 44 || typeof value !== 'object' || value === null) return line
  const inner = `${indent}  `
  if (Array.isArray(value)) return `[\n${value.map((item) => `${inner}${printValue(item, inner)},\n`).join('')}${indent}]`
  const members = Object.entries(value).map(([name, member]) => `${inner}${writePropertyName(name)}: ${printValue(member, inner)},\n`)
  return `{\n${members.join('')}${indent}}`
}

function writeCurl(api: Api, operation: Operation, { path = {}, query = {}, header = {}, body }: SampleRequest, token: string): string {
  const { open, form } = readFacts(operation)
  const raw = findRawType(operation)
  const filled = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])))
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((item): [string, string] => [name, String(item)])),
  )
  const fields = form && typeof body === 'object' && body !== null ? Object.entries(body) : []
  const lines = [
    `curl${operation.method === 'get' ? '' : ` -X ${operation.method.toUpperCase()}`} ${quote(`${api.baseUrl}${filled}${search.size > 0 ? `?${search.toString()}` : ''}`)}`,
    ...(open ? [] : [`-H "Authorization: Bearer $${token}"`]),
    ...Object.entries(header).map(([name, value]) => `-H ${quote(`${name}: ${String(value)}`)}`),
    ...fields.map(([name, value]) => `--data-urlencode ${quote(`${name}=${String(value)}`)}`),
    ...(form || body === undefined ? [] : [`-H ${quote(`Content-Type: ${raw ?? 'application/json'}`)}`, writeData(body, raw)]),
  ]
  return `${lines.join(' \\\n  ')}\n`
}

function writeData(body: unknown, raw: string | undefined): string {
  return raw ? `--data-binary ${quote(String(body))}` : `-d ${quote(JSON.stringify(body, null, 2))}`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
