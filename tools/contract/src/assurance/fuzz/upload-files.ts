/** Uploads a file wherever a response contains an upload URL, for the steps that read it. */
import { isObject } from '../../is-object.ts'
import { type SandboxResponse, origin, type TestSandbox } from './test-sandbox.ts'

const question = { model: 'llama3.3-70b-instruct', messages: [{ role: 'user', content: 'Is the shop open?' }] }
/** Valid as a question of an evaluation and as a scenario of a simulation. */
const line = {
  query: 'Is the shop open?',
  expected_response: 'Yes',
  description: 'Find out whether the shop is open',
  stopping_criteria: ['The assistant says when the shop is open'],
}
const files: readonly (readonly [pattern: RegExp, type: string, text: string])[] = [
  [
    /^\/v1\/batches\//,
    'application/octet-stream',
    `${JSON.stringify({ custom_id: 'first', method: 'POST', url: '/v1/chat/completions', body: question })}\n`,
  ],
  [/^\/uploads\/[^?]*\.jsonl\?/, 'application/jsonl', `${JSON.stringify(line)}\n`],
  [/^\/uploads\//, 'text/csv', 'query,expected_response\r\nIs the shop open?,Yes\r\n'],
]

export async function uploadFiles({ body }: SandboxResponse, { send }: TestSandbox): Promise<void> {
  for (const path of listUploadPaths(body)) {
    const [, type = '', text = ''] = files.find(([pattern]) => pattern.test(path)) ?? []
    if (text !== '') await send({ method: 'PUT', path, headers: { 'content-type': type }, body: text })
  }
}

function listUploadPaths(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listUploadPaths)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) =>
    typeof member === 'string' && /(?:^|_)(?:presigned|upload)_url$/.test(name) && member.startsWith(origin)
      ? [member.slice(origin.length)]
      : listUploadPaths(member),
  )
}
