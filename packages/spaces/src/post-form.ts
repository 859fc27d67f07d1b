/** Uploads by HTML form: a form becomes the PUT of its file, which a signed policy limits. */
import { Readable } from 'node:stream'
import { encodeUri } from './address.ts'
import { S3Error } from './errors.ts'
import { isJson, parsePolicy, toList } from './policy.ts'
import { receiveDocument, type S3Reply, type S3Request } from './request.ts'
import { parseCredential, type Signature, verifyText } from './signature.ts'
import { renderXml } from './xml.ts'

/** Limit of a form with its file, which is held in memory. */
const maxFormBytes = 64 * 2 ** 20

export interface PostForm {
  /** PUT of the file, with the fields as headers. */
  readonly put: S3Request
  /** Fields before the file, with names in lower case. */
  readonly fields: Readonly<Record<string, string>>
  readonly size: number
}

export function isPostForm({ method, address: { bucket, key }, headers }: S3Request): boolean {
  return method === 'POST' && bucket !== '' && key === '' && /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')
}

/** Reads a form. @throws S3Error EntityTooLarge, InvalidArgument, MalformedPOSTRequest */
export async function receivePostForm(request: S3Request): Promise<PostForm> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const form = await new Response(await receiveDocument(request, maxFormBytes), { headers }).formData().catch(() => {
    throw new S3Error('MalformedPOSTRequest')
  })
  const fields: Record<string, string> = {}
  for (const [name, value] of form) {
    if (name.toLowerCase() === 'file') return createPut(request, fields, value)
    fields[name.toLowerCase()] = String(value)
  }
  throw new S3Error('InvalidArgument', 'POST requires exactly one file upload per request.')
}

async function createPut(request: S3Request, fields: Record<string, string>, file: string | File): Promise<PostForm> {
  const content = Buffer.from(await new Blob([file]).arrayBuffer())
  const key = fields['key']?.replaceAll('${filename}', typeof file === 'string' ? '' : file.name)
  if (!key) throw new S3Error('InvalidArgument', "Bucket POST must contain a field named 'key'.")
  // Headers have their bytes as Latin-1.
  const fieldHeaders = Object.entries(fields).map(([name, value]) => [name, Buffer.from(value).toString('latin1')])
  const own = { 'content-type': undefined, ...Object.fromEntries(fieldHeaders), 'content-length': String(content.length) }
  const headers = { ...request.headers, ...own, 'x-amz-acl': fields['acl'] }
  // Parameters like `acl` would name another operation.
  const change = { method: 'PUT', query: new URLSearchParams(), headers, body: Readable.from([content]) }
  const put = { ...request, ...change, address: { ...request.address, key } }
  return { put, fields: { ...fields, key }, size: content.length }
}

/** Parses the signature of a policy; undefined for an anonymous form. @throws S3Error */
export function parsePolicySignature({ fields }: PostForm): Signature | undefined {
  const { policy, 'x-amz-credential': credential = '', 'x-amz-signature': signature = '', 'x-amz-date': time = '' } = fields
  if (policy === undefined) return undefined
  const { accessKey, scope } = parseCredential(credential, 'AuthorizationQueryParametersError')
  return { accessKey, scope, signedHeaders: [], signature, time, payloadHash: 'UNSIGNED-PAYLOAD' }
}

/** Checks that a signed policy allows the form. @param now real time in milliseconds @throws S3Error */
export function checkPostPolicy({ fields, size, put }: PostForm, signature: Signature, secret: string, now: number): void {
  const { policy = '' } = fields
  verifyText(policy, signature, secret)
  const { expiration, conditions } = parsePolicy(Buffer.from(policy, 'base64').toString())
  if (!(Date.parse(String(expiration)) > now)) throw new S3Error('AccessDenied', 'Invalid according to Policy: Policy expired.')
  const unchecked = new Set(Object.keys(fields).filter((name) => !/^(?:policy|x-amz-signature|x-ignore-.*)$/.test(name)))
  const parsed = toList(conditions).flatMap((each) => (isJson(each) ? Object.entries(each).map((pair) => ['eq', ...pair]) : [toList(each)]))
  for (const condition of parsed) {
    // For example `["starts-with", "$key", "user/"]`.
    const [operator, name = '', expected = ''] = condition.map(String)
    if (operator === 'content-length-range') {
      if (size < Number(name)) throw new S3Error('EntityTooSmall')
      if (size > Number(expected)) throw new S3Error('EntityTooLarge')
      continue
    }
    const field = name.replace(/^\$/, '').toLowerCase()
    const value = field === 'bucket' ? put.address.bucket : (fields[field] ?? '')
    if (operator === 'starts-with' ? !value.startsWith(expected) : operator !== 'eq' || value !== expected)
      throw new S3Error('AccessDenied', `Invalid according to Policy: Policy Condition failed: ${JSON.stringify(condition)}`)
    unchecked.delete(field)
  }
  const [extra] = unchecked
  if (extra !== undefined) throw new S3Error('AccessDenied', `Invalid according to Policy: Extra input fields: ${extra}`)
}

/** Formats the reply that the form asks for: a redirect, a document, or none. */
export function formatPostReply({ fields, put }: PostForm, { headers = {} }: S3Reply): S3Reply {
  const { bucket, key } = put.address
  const etag = String(headers['etag'])
  const target = URL.parse(fields['success_action_redirect'] ?? '')
  for (const [name, value] of Object.entries({ bucket, key, etag })) target?.searchParams.append(name, value)
  const location = target?.href ?? `http://${put.headers['host']}${put.path.replace(/\/$/, '')}/${key.split('/').map(encodeUri).join('/')}`
  const body = renderXml('PostResponse', { Location: location, Bucket: bucket, Key: key, ETag: etag })
  const status = target ? 303 : fields['success_action_status'] === '201' ? 201 : fields['success_action_status'] === '200' ? 200 : 204
  return { status, headers: { ...headers, location }, ...(status === 201 && { body }) }
}
