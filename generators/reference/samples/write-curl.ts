import { readFacts } from '../../kit/read-facts.ts'
import type { Api, Operation } from '../../model/api-model.ts'
import { findRawType, type SampleRequest, writeAddress } from './read-request.ts'

export function writeCurl(api: Api, operation: Operation, request: SampleRequest, token: string): string {
  const { header = {}, body } = request
  const { open, form } = readFacts(operation)
  const raw = findRawType(operation)
  const fields = form && typeof body === 'object' && body !== null ? Object.entries(body) : []
  const lines = [
    `curl${operation.method === 'get' ? '' : ` -X ${operation.method.toUpperCase()}`} ${quote(`${api.baseUrl}${writeAddress(operation, request)}`)}`,
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
