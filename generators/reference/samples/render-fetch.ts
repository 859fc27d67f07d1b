/** Renders a sample with `fetch`. */
import { getFacts } from '../../kit/get-facts.ts'
import { emitPropertyName, emitString } from '../../kit/emit-literal.ts'
import type { Operation } from '../../model/api-model.ts'
import { hasResult, isJsonResult } from './has-result.ts'
import { printValue } from './print-value.ts'
import { findRawType, type SampleRequest, renderAddress } from './find-request.ts'

export function renderFetch(operation: Operation, request: SampleRequest, token: string): string {
  const settings = [
    ...(operation.method === 'get' ? [] : [`method: ${emitString(operation.method.toUpperCase())}`]),
    ...renderHeaders(operation, request, token),
    ...renderRequestBody(operation, request),
  ]
  const options = settings.length === 0 ? '' : `, {\n${settings.map((line) => `  ${line},\n`).join('')}}`
  const address = renderAddress(operation, request).replaceAll(/[\\`$]/g, '\\$&')
  const result = hasResult(operation) ? `const result = await response.${isJsonResult(operation) ? 'json' : 'text'}()\n` : ''
  return `const response = await fetch(\`\${process.env.SPINDRIFT_BASE_URL}${address}\`${options})\n${result}`
}

function renderHeaders(operation: Operation, { header = {}, body }: SampleRequest, token: string): string[] {
  const { open, form } = getFacts(operation)
  const lines = [
    ...(open ? [] : [`Authorization: \`Bearer \${process.env.${token}}\``]),
    ...Object.entries(header).map(([name, value]) => `${emitPropertyName(name)}: ${emitString(String(value))}`),
    ...(form || body === undefined ? [] : [`'Content-Type': ${emitString(findRawType(operation) ?? 'application/json')}`]),
  ]
  if (lines.length === 0) return []
  return [lines.length === 1 ? `headers: { ${lines.join('')} }` : `headers: {\n${lines.map((line) => `    ${line},\n`).join('')}  }`]
}

function renderRequestBody(operation: Operation, { body }: SampleRequest): string[] {
  if (body === undefined) return []
  if (findRawType(operation)) return [`body: ${emitString(String(body))}`]
  if (!getFacts(operation).form) return [`body: JSON.stringify(${printValue(body, '  ')})`]
  const fields = Object.fromEntries(Object.entries(Object(body)).map(([name, value]) => [name, String(value)]))
  return [`body: new URLSearchParams(${printValue(fields, '  ')})`]
}
