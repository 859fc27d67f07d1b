/** Uploads by HTML form, with the policies that the AWS SDK signs. */
import { GetObjectAclCommand, GetObjectCommand, HeadObjectCommand, PutBucketAclCommand, type S3Client } from '@aws-sdk/client-s3'
import { createPresignedPost, type PresignedPostOptions } from '@aws-sdk/s3-presigned-post'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSpaces, type SpacesSandbox } from './start.ts'

let spaces: SpacesSandbox
let client: S3Client
let Bucket: string
beforeAll(async () => {
  spaces = await startSpaces()
  client = spaces.client()
  Bucket = await spaces.createBucket()
})
afterAll(() => spaces.close())

const sign = (options: Partial<PresignedPostOptions>, s3 = client) => createPresignedPost(s3, { Bucket, Key: 'a', ...options })

async function post(url: string, fields: Readonly<Record<string, string>>, content = 'content') {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new File([content], 'ü.txt'))
  form.append('submit', 'ignored')
  const reply = await fetch(url, { method: 'POST', body: form, redirect: 'manual' })
  const text = await reply.text()
  return { status: reply.status, text, code: /<Code>(\w+)/.exec(text)?.[1], location: reply.headers.get('location') }
}

describe('a signed form', () => {
  it('uploads its file with the headers of its fields', async () => {
    const Fields = { acl: 'public-read', 'Content-Type': 'text/plain', 'x-amz-meta-title': 'Größe', success_action_status: '201' }
    const { url, fields } = await sign({
      Key: 'user/${filename}',
      Fields,
      Conditions: [
        ['starts-with', '$key', 'user/'],
        ['content-length-range', 1, 10],
      ],
    })
    const { status, text } = await post(url, fields)
    const location = `${spaces.url}/${Bucket}/user/%C3%BC.txt`
    expect([status, text]).toEqual([201, expect.stringContaining(`<Location>${location}</Location>`)])
    const got = await client.send(new GetObjectCommand({ Bucket, Key: 'user/ü.txt' }))
    expect(await got.Body?.transformToString()).toBe('content')
    expect(got).toMatchObject({ ContentType: 'text/plain', Metadata: { title: Buffer.from('Größe').toString('latin1') } })
    const { Grants } = await client.send(new GetObjectAclCommand({ Bucket, Key: 'user/ü.txt' }))
    expect(Grants?.map(({ Permission }) => Permission)).toEqual(['FULL_CONTROL', 'READ'])
  })

  it('gets 204, or the redirect of its fields', async () => {
    const { url, fields } = await sign({})
    expect(await post(url, fields)).toMatchObject({ status: 204, text: '' })
    const redirected = await sign({ Fields: { success_action_redirect: 'https://www.example.com/done?a=1' } })
    expect(await post(redirected.url, redirected.fields)).toMatchObject({
      status: 303,
      location: `https://www.example.com/done?a=1&bucket=${Bucket}&key=a&etag=%229a0364b9e99bb480dd25e1f0284c8555%22`,
    })
  })

  it.each<{
    shown: string
    options?: Partial<PresignedPostOptions>
    extra?: Record<string, string>
    content?: string
    status?: number
    code: string
  }>([
    { shown: 'another key', extra: { key: 'b' }, code: 'AccessDenied' },
    { shown: 'a key outside of the prefix', options: { Key: 'user/${filename}' }, extra: { key: 'other/a' }, code: 'AccessDenied' },
    { shown: 'a field without a condition', extra: { acl: 'public-read' }, code: 'AccessDenied' },
    { shown: 'an expired policy', options: { Expires: -1 }, code: 'AccessDenied' },
    { shown: 'a changed policy', extra: { Policy: Buffer.from('{}').toString('base64') }, code: 'SignatureDoesNotMatch' },
    { shown: 'an unknown access key', extra: { 'X-Amz-Credential': 'DO00/20260131/nyc3/s3/aws4_request' }, code: 'InvalidAccessKeyId' },
    { shown: 'too much', options: { Conditions: [['content-length-range', 0, 6]] }, status: 400, code: 'EntityTooLarge' },
    { shown: 'too little', options: { Conditions: [['content-length-range', 8, 9]] }, status: 400, code: 'EntityTooSmall' },
    { shown: 'more than memory should hold', content: 'x'.repeat(65 * 2 ** 20), status: 400, code: 'EntityTooLarge' },
  ])('is refused with $shown', async ({ options = {}, extra = {}, content, status = 403, code }) => {
    const { url, fields } = await sign({ Key: 'refused', ...options })
    expect(await post(url, { ...fields, ...extra }, content)).toMatchObject({ status, code })
    await expect(client.send(new HeadObjectCommand({ Bucket, Key: 'refused' }))).rejects.toMatchObject({ name: 'NotFound' })
  })

  it('writes only where its key may, and only objects', async () => {
    const reader = spaces.client({ credentials: await spaces.createKey([{ bucket: Bucket, permission: 'read' }]) })
    const { url, fields } = await sign({}, reader)
    expect(await post(url, fields)).toMatchObject({ status: 403, code: 'AccessDenied' })
    const own = await sign({ Key: 'acl' })
    expect(await post(`${own.url}?acl`, own.fields)).toMatchObject({ status: 204 })
    expect((await client.send(new HeadObjectCommand({ Bucket, Key: 'acl' }))).ContentLength).toBe(7)
  })
})

describe('an anonymous form', () => {
  it('uploads to a bucket that everybody may write to', async () => {
    const url = `${spaces.url}/${Bucket}`
    expect(await post(url, { key: 'open' })).toMatchObject({ status: 403, code: 'AccessDenied' })
    await client.send(new PutBucketAclCommand({ Bucket, ACL: 'public-read-write' }))
    expect(await post(url, { key: 'open' })).toMatchObject({ status: 204 })
    expect(await post(url, {})).toMatchObject({ status: 400, code: 'InvalidArgument' })
    const type = { 'content-type': 'multipart/form-data; boundary=x' }
    const reply = await fetch(url, { method: 'POST', headers: type, body: '--x\r\nbroken' })
    expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining('MalformedPOSTRequest')])
    expect(spaces.errors).toEqual([])
  })
})
