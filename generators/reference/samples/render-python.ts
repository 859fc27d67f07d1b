/** Renders a sample in Python with `requests`. */
import { getFacts } from '../../kit/get-facts.ts'
import { escapeUnseen } from '../../kit/emit-literal.ts'
import type { Operation } from '../../model/api-model.ts'
import { findRawType, type SampleRequest, renderAddress } from './find-request.ts'
import { hasResult, isJsonResult } from './has-result.ts'

export function renderPython(operation: Operation, request: SampleRequest, token: string): string {
  const { header = {}, body } = request
  const { open, form } = getFacts(operation)
  const raw = findRawType(operation)
  const headers = [
    ...(open ? [] : [`"Authorization": "Bearer " + os.environ["${token}"]`]),
    ...Object.entries(header).map(([name, value]) => `${emitPython(name)}: ${emitPython(String(value))}`),
    ...(raw === undefined ? [] : [`"Content-Type": ${emitPython(raw)}`]),
  ]
  const args = [
    `os.environ["SPINDRIFT_BASE_URL"] + ${emitPython(renderAddress(operation, request))}`,
    ...(headers.length === 0 ? [] : [`headers={${headers.join(', ')}}`]),
    ...(body === undefined ? [] : [`${raw ? 'data' : form ? 'data' : 'json'}=${emitPython(body, '    ')}${raw ? '.encode()' : ''}`]),
  ]
  const call = `response = requests.${operation.method}(\n${args.map((arg) => `    ${arg},\n`).join('')})\n`
  const result = hasResult(operation) ? `result = response.${isJsonResult(operation) ? 'json()' : 'text'}\n` : ''
  return `import os\n\nimport requests\n\n${call}response.raise_for_status()\n${result}`
}

/** JSON strings are valid in Python. */
function emitPython(value: unknown, indent = ''): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return escapeUnseen(JSON.stringify(value))
  const isList = Array.isArray(value)
  const members = isList
    ? value.map((item: unknown) => (inner: string) => emitPython(item, inner))
    : Object.entries(value).map(
        ([name, member]) =>
          (inner: string) =>
            `${emitPython(name)}: ${emitPython(member, inner)}`,
      )
  const [start, end] = isList ? '[]' : '{}'
  const line = `${start}${members.map((print) => print('')).join(', ')}${end}`
  if (line.length + indent.length <= 60 && !line.includes('\n')) return line
  const inner = `${indent}    `
  return `${start}\n${members.map((print) => `${inner}${print(inner)},\n`).join('')}${indent}${end}`
}
