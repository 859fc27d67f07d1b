import { getFacts } from '../../kit/get-facts.ts'
import type { Operation } from '../../model/api-model.ts'
import { findRawType, type SampleRequest, renderAddress } from './find-request.ts'

export function renderCurl(operation: Operation, request: SampleRequest, token: string): string {
  const { header = {}, body } = request
  const { open, form } = getFacts(operation)
  const raw = findRawType(operation)
  const fields = form && typeof body === 'object' && body !== null ? Object.entries(body) : []
  const lines = [
    `curl${operation.method === 'get' ? '' : ` -X ${operation.method.toUpperCase()}`} "$SPINDRIFT_BASE_URL${renderAddress(operation, request).replaceAll(/[\\`$"]/g, '\\$&')}"`,
    ...(open ? [] : [`-H "Authorization: Bearer $${token}"`]),
    ...Object.entries(header).map(([name, value]) => `-H ${quote(`${name}: ${String(value)}`)}`),
    ...fields.map(([name, value]) => `--data-urlencode ${quote(`${name}=${String(value)}`)}`),
    ...(form || body === undefined ? [] : [`-H ${quote(`Content-Type: ${raw ?? 'application/json'}`)}`, renderData(body, raw)]),
  ]
  return `${lines.join(' \\\n  ')}\n`
}

function renderData(body: unknown, raw: string | undefined): string {
  return raw ? `--data-binary ${quote(String(body))}` : `-d ${quote(JSON.stringify(body, null, 2))}`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
