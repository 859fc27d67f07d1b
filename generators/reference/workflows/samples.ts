/** Prints a workflow step as TypeScript and as shell commands. The steps of a workflow form a runnable program. */
import { getFacts } from '../../kit/get-facts.ts'
import type { Operation } from '../../model/api-model.ts'
import { emitMember } from '../../kit/emit-literal.ts'
import type { WorkflowStep } from '../sources/sources.ts'
import { camel, type Names, printProgramValue, printShellJson, printShellText } from './expressions.ts'

/** Code before the first step. */
export const beforeProgram = `import { createCloud, type HttpError } from '@spindrift/client'\n\n// Shows every error immediately: no retries, no waiting for rate limits.\nconst cloud = createCloud({ retry: false, maxWaitMs: 0 })\n`

export function printProgramStep(step: WorkflowStep, operation: Operation | undefined, names: Names): string {
  return operation ? printOperationStep(step, operation, names) : printAddressStep(step, names)
}

/** The status of an expected error is printed. */
function printOperationStep(step: WorkflowStep, operation: Operation, names: Names): string {
  const call = printOperationCall(step, operation, names)
  const status = findStatus(step) ?? 200
  if (status < 400) {
    const reply = `${camel(step.stepId)}Reply`
    const outputs = printProgramOutputs(step, names, reply)
    return outputs.length === 0 ? `await ${call}` : [`const ${reply} = await ${call}`, ...outputs].join('\n')
  }
  const name = nameStatus(step)
  const caught = `await ${call}.catch((error: HttpError) => error.status)`
  return isRepeated(step)
    ? `let ${name}: unknown\nwhile (${name} !== ${status}) ${name} = ${caught}`
    : `const ${name} = ${caught}\nconsole.log(${name}) // ${status}`
}

/** Name of the variable with the status of an expected error. */
export function nameStatus({ stepId }: WorkflowStep): string {
  return `${camel(stepId)}Status`
}

/** Requests a URL that is not an operation: pagination links with the token, the sandbox's clock without. */
function printAddressStep(step: WorkflowStep, names: Names): string {
  const reply = `${camel(step.stepId)}Reply`
  const status = findStatus(step)
  return [
    `const ${reply} = await ${printAddressCall(step, names)}`,
    ...(status === undefined ? [] : [`console.log(${reply}.status) // ${status}`]),
    ...printProgramOutputs(step, names, `(await ${reply}.json())`),
  ].join('\n')
}

/** True if the step is retried until it gets the expected response. */
function isRepeated({ onFailure = [] }: WorkflowStep): boolean {
  return onFailure.some(({ type }) => type === 'retry')
}

function printProgramOutputs({ stepId, outputs = {} }: WorkflowStep, names: Names, body: string): string[] {
  return Object.entries(outputs).map(([output, source]) => {
    const pointer = parsePointer(source)
    // `links` is optional.
    const nonNullMark = pointer[0] === 'links' ? '!' : ''
    const steps = pointer.map((part) => (/^\d+$/.test(part) ? `[${part}]!` : `${emitMember(part)}${nonNullMark}`))
    return `const ${names.nameOutput(stepId, output)} = ${body}${steps.join('')}`
  })
}

function printOperationCall(step: WorkflowStep, { id }: Operation, names: Names): string {
  const request = {
    ...listParts(step, 'path'),
    ...listParts(step, 'query'),
    ...(step.requestBody?.payload !== undefined && { body: step.requestBody.payload }),
  }
  const headers = listParts(step, 'header')
  const args = [
    ...(Object.keys(request).length > 0 || headers['header'] ? [printProgramValue(request, names)] : []),
    ...(headers['header'] ? [printProgramValue({ headers: headers['header'] }, names)] : []),
  ]
  return `cloud${id.split('_').map(emitMember).join('')}(${args.join(', ')})`
}

function printAddressCall(step: WorkflowStep, names: Names): string {
  const { method, url } = step['x-operation'] ?? { method: 'get', url: '' }
  const payload = step.requestBody?.payload
  const options = [
    ...(method === 'get' ? [] : [`method: '${method.toUpperCase()}'`]),
    ...(isClock(step)
      ? [`headers: { 'content-type': 'application/json' }`]
      : ["headers: { authorization: `Bearer ${process.env['SPINDRIFT_TOKEN']}` }"]),
    ...(payload === undefined ? [] : [`body: JSON.stringify(${printProgramValue(payload, names)})`]),
  ]
  return `fetch(${printProgramValue(url, names)}, { ${options.join(', ')} })`
}

export function isClock(step: WorkflowStep): boolean {
  return step['x-operation']?.url.endsWith('/_sandbox/clock') ?? false
}

function listParts(step: WorkflowStep, location: string): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const parts = (step.parameters ?? []).filter((parameter) => parameter.in === location).map(({ name, value }) => [name, value] as const)
  return parts.length === 0 ? {} : { [location]: Object.fromEntries(parts) }
}

export function findStatus({ successCriteria = [] }: WorkflowStep): number | undefined {
  const status = successCriteria.map(({ condition }) => /^\$statusCode == (\d+)$/.exec(condition)?.[1]).find((found) => found !== undefined)
  return status === undefined ? undefined : Number(status)
}

/** `$response.body#/droplet/id` → `droplet`, `id`. */
export function parsePointer(source: string): string[] {
  return source.replace(/^\$response\.body#\//, '').split('/')
}

export function printShellStep(step: WorkflowStep, operation: Operation | undefined, names: Names): string {
  const curl = printCurl(step, operation, names)
  const outputs = Object.entries(step.outputs ?? {})
  if (isRepeated(step)) return `until ${curl} -o /dev/null -w '%{http_code}' | grep -q ${findStatus(step)}; do :; done`
  if (outputs.length === 0) return curl
  const reads = outputs.map(([output, source]) => {
    const filter = parsePointer(source).map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    return `${names.nameOutput(step.stepId, output)}=$(jq -r '${filter.join('')}' <<< "$reply")`
  })
  return `reply=$(${curl})\n${reads.join('\n')}`
}

function printCurl(step: WorkflowStep, operation: Operation | undefined, names: Names): string {
  const method = (operation?.method ?? step['x-operation']?.method ?? 'get').toUpperCase()
  const { path = {}, query = {} } = { ...listParts(step, 'path'), ...listParts(step, 'query') }
  const own = listParts(step, 'header')['header'] ?? {}
  const headers = Object.keys(own).some((name) => name.toLowerCase() === 'authorization') || isClock(step) ? own : withToken(own, operation)
  const address = operation
    ? `$SPINDRIFT_BASE_URL${operation.path.replace(/\{([^}]+)\}/g, (_, name: string) => printShellText(String(path[name]), names))}${printQuery(query, names)}`
    : printShellText(step['x-operation']?.url ?? '', names)
  const body = step.requestBody?.payload
  const form = body !== undefined && (step.requestBody?.contentType ?? '').includes('urlencoded')
  return [
    `curl -s${method === 'GET' ? '' : method === 'HEAD' ? ' --head' : ` -X ${method}`} "${address}"`,
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${printShellText(String(value), names)}"`),
    ...(form
      ? Object.entries(Object(body) as object).map(([name, value]) => `--data-urlencode "${name}=${printShellText(String(value), names)}"`)
      : []),
    ...(body !== undefined && !form
      ? [`-H 'Content-Type: application/json'`, `-d ${printShellJson(body, names, (key) => isNumber(operation, key))}`]
      : []),
  ].join(' \\\n  ')
}

function withToken(headers: Readonly<Record<string, unknown>>, operation: Operation | undefined): Readonly<Record<string, unknown>> {
  if (operation && getFacts(operation).open) return headers
  return { authorization: operation?.server === 'inference' ? 'Bearer {$inputs.key}' : 'Bearer {$inputs.token}', ...headers }
}

function printQuery(query: Readonly<Record<string, unknown>>, names: Names): string {
  const parts = Object.entries(query).map(([name, value]) => `${name}=${printShellText(String(value), names)}`)
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

/** True if the field is a number in the examples of the body. */
function isNumber(operation: Operation | undefined, key: string): boolean {
  const examples = operation?.body?.content.flatMap((content) => content.examples) ?? []
  return examples.some(({ value }) => typeof (Object(value) as Readonly<Record<string, unknown>>)[key] === 'number')
}
