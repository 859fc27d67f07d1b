import { Agent } from 'node:http'
import { connect, type LookupFunction } from 'node:net'
import * as aws from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSpaces, type SpacesSandbox } from './start.ts'

let spaces: SpacesSandbox
let client: aws.S3Client
beforeAll(async () => {
  spaces = await startSpaces()
  client = spaces.client()
})
afterAll(() => spaces.close())

const createBucket: SpacesSandbox['createBucket'] = (keys, acl) => spaces.createBucket(keys, acl)
const failure = (name: string, status: number) => ({ name, $metadata: { httpStatusCode: status } })

describe('buckets', () => {
  it('have the region of their host', async () => {
    const lookup: LookupFunction = (_host, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }])
    const inRegion = (region: string, domain: string) =>
      spaces.client({
        endpoint: `http://${region}.${domain}:${spaces.port}`,
        region: 'us-east-1',
        forcePathStyle: false,
        requestHandler: { httpAgent: new Agent({ lookup }) },
      })
    const ams3 = inRegion('ams3', 'digitaloceanspaces.com')
    await ams3.send(new aws.CreateBucketCommand({ Bucket: 'amsterdam' }))
    await ams3.send(new aws.PutObjectCommand({ Bucket: 'amsterdam', Key: 'a', Body: 'in host style' }))
    expect((await ams3.send(new aws.GetBucketLocationCommand({ Bucket: 'amsterdam' }))).LocationConstraint).toBe('ams3')
    const local = inRegion('ams3', 'localhost')
    expect((await local.send(new aws.HeadBucketCommand({ Bucket: 'amsterdam' }))).BucketRegion).toBe('ams3')
    await expect(inRegion('fra1', 'localhost').send(new aws.HeadBucketCommand({ Bucket: 'amsterdam' }))).rejects.toMatchObject(
      failure('NotFound', 404),
    )
    const names = async (s3: aws.S3Client) => (await s3.send(new aws.ListBucketsCommand({}))).Buckets?.map(({ Name }) => Name)
    expect(await names(ams3)).toEqual(['amsterdam'])
    expect((await fetch(`${spaces.url}/ams3/amsterdam/none`)).status).toBe(403)
  })

  it('refuse invalid names, other accounts and other regions', async () => {
    await expect(client.send(new aws.CreateBucketCommand({ Bucket: 'Upper' }))).rejects.toMatchObject(failure('InvalidBucketName', 400))
    const name = await createBucket()
    await client.send(new aws.CreateBucketCommand({ Bucket: name }))
    const account = (await spaces.request('POST', '/_sandbox/accounts')).body
    const key = await spaces.createKey([{ bucket: '', permission: 'fullaccess' }], account.tokens.full)
    const other = spaces.client({ credentials: key })
    await expect(other.send(new aws.CreateBucketCommand({ Bucket: name }))).rejects.toMatchObject(failure('BucketAlreadyExists', 409))
    await expect(other.send(new aws.ListObjectsV2Command({ Bucket: name }))).rejects.toMatchObject(failure('AccessDenied', 403))
    await other.send(new aws.CreateBucketCommand({ Bucket: 'of-another-account' }))
    expect((await client.send(new aws.ListBucketsCommand({}))).Buckets?.map(({ Name }) => Name)).not.toContain('of-another-account')
    await spaces.request('DELETE', '/_sandbox/accounts', { id: account.id })
    await client.send(new aws.CreateBucketCommand({ Bucket: 'of-another-account' }))
    await expect(other.send(new aws.ListBucketsCommand({}))).rejects.toMatchObject(failure('InvalidAccessKeyId', 403))
  })
})

describe('access keys', () => {
  it('open what their grants name', async () => {
    const bucket = await createBucket(['a'])
    const other = await createBucket(['a'])
    const reader = spaces.client({ credentials: await spaces.createKey([{ bucket, permission: 'read' }]) })
    const writer = spaces.client({ credentials: await spaces.createKey([{ bucket, permission: 'readwrite' }]) })
    const get = (s3: aws.S3Client, Bucket: string) => s3.send(new aws.GetObjectCommand({ Bucket, Key: 'a' }))
    const put = (s3: aws.S3Client) => s3.send(new aws.PutObjectCommand({ Bucket: bucket, Key: 'b', Body: 'b' }))
    expect((await get(reader, bucket)).ContentLength).toBe(1)
    await expect(put(reader)).rejects.toMatchObject(failure('AccessDenied', 403))
    await expect(get(reader, other)).rejects.toMatchObject(failure('AccessDenied', 403))
    await put(writer)
    await expect(writer.send(new aws.CreateBucketCommand({ Bucket: 'by-writer' }))).rejects.toMatchObject(failure('AccessDenied', 403))
    await expect(writer.send(new aws.GetBucketPolicyCommand({ Bucket: bucket }))).rejects.toMatchObject(failure('AccessDenied', 403))
  })

  it('stop when they are deleted, and change with their grants', async () => {
    const bucket = await createBucket(['a'])
    const key = await spaces.createKey([{ bucket, permission: 'read' }])
    const s3 = spaces.client({ credentials: key })
    await spaces.request('PUT', `/v2/spaces/keys/${key.id}`, { name: 'a', grants: [{ bucket, permission: 'readwrite' }] })
    await s3.send(new aws.PutObjectCommand({ Bucket: bucket, Key: 'b', Body: 'b' }))
    await spaces.request('DELETE', `/v2/spaces/keys/${key.id}`)
    await expect(s3.send(new aws.HeadBucketCommand({ Bucket: bucket }))).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } })
  })

  it('are refused with a wrong secret', async () => {
    const s3 = spaces.client({ credentials: { ...spaces.credentials, secretAccessKey: 'wrong' } })
    await expect(s3.send(new aws.ListBucketsCommand({}))).rejects.toMatchObject(failure('SignatureDoesNotMatch', 403))
    const early = spaces.client({ systemClockOffset: -20 * 60_000 })
    await expect(early.send(new aws.ListBucketsCommand({}))).rejects.toMatchObject(failure('RequestTimeTooSkewed', 403))
  })
})

describe('anonymous requests', () => {
  it('read what access control lists make public', async () => {
    const bucket = await createBucket(['a'])
    const status = async (path: string) => (await fetch(`${spaces.url}/${bucket}${path}`)).status
    expect([await status(''), await status('/a'), await status('/none')]).toEqual([403, 403, 403])
    await client.send(new aws.PutObjectAclCommand({ Bucket: bucket, Key: 'a', ACL: 'public-read' }))
    expect([await status(''), await status('/a')]).toEqual([403, 200])
    const { Grants } = await client.send(new aws.GetObjectAclCommand({ Bucket: bucket, Key: 'a' }))
    expect(Grants?.map(({ Permission }) => Permission)).toEqual(['FULL_CONTROL', 'READ'])
    const open = await createBucket(['a'], 'public-read')
    expect((await fetch(`${spaces.url}/${open}`)).status).toBe(200)
    expect((await fetch(`${spaces.url}/${open}/none`)).status).toBe(404)
    expect((await fetch(`${spaces.url}/${open}/b`, { method: 'PUT', body: 'b' })).status).toBe(403)
  })

  it('follow the policy of the bucket', async () => {
    const Bucket = await createBucket(['public/a', 'private/a'])
    await expect(client.send(new aws.GetBucketPolicyCommand({ Bucket }))).rejects.toMatchObject(failure('NoSuchBucketPolicy', 404))
    await expect(client.send(new aws.PutBucketPolicyCommand({ Bucket, Policy: '{}' }))).rejects.toMatchObject(
      failure('MalformedPolicy', 400),
    )
    const Policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: `arn:aws:s3:::${Bucket}/public/*` },
        { Effect: 'Deny', Principal: '*', Action: 's3:DeleteObject', Resource: `arn:aws:s3:::${Bucket}/*` },
      ],
    })
    await client.send(new aws.PutBucketPolicyCommand({ Bucket, Policy }))
    expect(JSON.parse((await client.send(new aws.GetBucketPolicyCommand({ Bucket }))).Policy ?? '')).toEqual(JSON.parse(Policy))
    expect((await fetch(`${spaces.url}/${Bucket}/public/a`)).status).toBe(200)
    expect((await fetch(`${spaces.url}/${Bucket}/private/a`)).status).toBe(403)
    await expect(client.send(new aws.DeleteObjectCommand({ Bucket, Key: 'public/a' }))).rejects.toMatchObject(failure('AccessDenied', 403))
    const Objects = [{ Key: 'public/a' }, { Key: 'private/a' }]
    const { Deleted, Errors } = await client.send(new aws.DeleteObjectsCommand({ Bucket, Delete: { Objects } }))
    expect([Deleted, Errors]).toEqual([undefined, Objects.map((each) => ({ ...each, Code: 'AccessDenied', Message: 'Access Denied' }))])
    await client.send(new aws.DeleteBucketPolicyCommand({ Bucket }))
    await client.send(new aws.DeleteObjectCommand({ Bucket, Key: 'public/a' }))
    await expect(client.send(new aws.PutBucketPolicyCommand({ Bucket: 'unknown', Policy: '{}' }))).rejects.toMatchObject(
      failure('NoSuchBucket', 404),
    )
  })
})

describe('lists', () => {
  it('continue page by page, with common prefixes', async () => {
    const Bucket = await createBucket(['a', 'b/1', 'b/2', 'c/1', 'd', 'ü'])
    const read = async (limit: number) => {
      const found: unknown[] = []
      let ContinuationToken: string | undefined
      do {
        const page = await client.send(new aws.ListObjectsV2Command({ Bucket, Delimiter: '/', MaxKeys: limit, ContinuationToken }))
        found.push(...(page.Contents ?? []).map(({ Key }) => Key), ...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix))
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken !== undefined)
      return found.toSorted()
    }
    for (const limit of [1, 2, 3, 1000]) expect(await read(limit)).toEqual(['a', 'b/', 'c/', 'd', 'ü'])
    const first = await client.send(new aws.ListObjectsCommand({ Bucket, MaxKeys: 2, Prefix: 'b/' }))
    expect(first).toMatchObject({ IsTruncated: false, Contents: [{ Key: 'b/1' }, { Key: 'b/2' }] })
    const encoded = await client.send(new aws.ListObjectsV2Command({ Bucket, Prefix: 'b', EncodingType: 'url' }))
    expect(encoded.Contents?.map(({ Key }) => Key)).toEqual(['b%2F1', 'b%2F2'])
    const after = await client.send(new aws.ListObjectsV2Command({ Bucket, StartAfter: 'c/1', EncodingType: 'url' }))
    expect(after.Contents?.map(({ Key }) => Key)).toEqual(['d', '%C3%BC'])
  })
})

describe('versions', () => {
  it('keep what a bucket with versioning replaces and deletes', async () => {
    const Bucket = await createBucket(['a'])
    expect((await client.send(new aws.GetBucketVersioningCommand({ Bucket }))).Status).toBeUndefined()
    await client.send(new aws.PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }))
    const target = { Bucket, Key: 'a' }
    const { VersionId } = await client.send(new aws.PutObjectCommand({ ...target, Body: 'second' }))
    const marker = await client.send(new aws.DeleteObjectCommand(target))
    expect(marker).toMatchObject({ DeleteMarker: true })
    await expect(client.send(new aws.GetObjectCommand(target))).rejects.toMatchObject(failure('NoSuchKey', 404))
    const text = async (version?: string) =>
      (await client.send(new aws.GetObjectCommand({ ...target, VersionId: version }))).Body?.transformToString()
    expect([await text(VersionId), await text('null')]).toEqual(['second', 'a'])
    await expect(client.send(new aws.HeadObjectCommand({ ...target, VersionId: marker.VersionId }))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 405 },
    })
    const listed: unknown[] = []
    let next: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } = {}
    for (let page = 0; page < 3; page += 1) {
      const versions = await client.send(new aws.ListObjectVersionsCommand({ Bucket, MaxKeys: 1, ...next }))
      listed.push(...(versions.Versions ?? []), ...(versions.DeleteMarkers ?? []))
      next = { KeyMarker: versions.NextKeyMarker, VersionIdMarker: versions.NextVersionIdMarker }
    }
    expect(listed).toMatchObject([{ VersionId: marker.VersionId, IsLatest: true }, { VersionId, IsLatest: false }, { VersionId: 'null' }])
    await client.send(new aws.DeleteObjectCommand({ ...target, VersionId: marker.VersionId }))
    expect(await text()).toBe('second')
  })

  it('are listed to the end while each page is deleted', async () => {
    const Bucket = await createBucket()
    await client.send(new aws.PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }))
    for (const Body of ['1', '2', '3']) await client.send(new aws.PutObjectCommand({ Bucket, Key: 'a', Body }))
    let next: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } = {}
    for (let page = 0; page < 3; page += 1) {
      const { Versions, NextKeyMarker, NextVersionIdMarker } = await client.send(
        new aws.ListObjectVersionsCommand({ Bucket, MaxKeys: 1, ...next }),
      )
      for (const { Key, VersionId } of Versions ?? []) await client.send(new aws.DeleteObjectCommand({ Bucket, Key, VersionId }))
      next = { KeyMarker: NextKeyMarker, VersionIdMarker: NextVersionIdMarker }
    }
    expect((await client.send(new aws.ListObjectVersionsCommand({ Bucket }))).Versions).toBeUndefined()
  })
})

describe('conditional requests', () => {
  it('compare entity tags', async () => {
    const Bucket = await createBucket(['a'])
    const target = { Bucket, Key: 'a' }
    const { ETag } = await client.send(new aws.HeadObjectCommand(target))
    await expect(client.send(new aws.GetObjectCommand({ ...target, IfNoneMatch: ETag }))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 304 },
    })
    await expect(client.send(new aws.GetObjectCommand({ ...target, IfMatch: '"other"' }))).rejects.toMatchObject(
      failure('PreconditionFailed', 412),
    )
    await expect(client.send(new aws.PutObjectCommand({ ...target, Body: 'x', IfNoneMatch: '*' }))).rejects.toMatchObject(
      failure('PreconditionFailed', 412),
    )
    await client.send(new aws.PutObjectCommand({ ...target, Body: 'x', IfMatch: ETag }))
    await expect(client.send(new aws.PutObjectCommand({ ...target, Body: 'y', IfMatch: ETag }))).rejects.toMatchObject(
      failure('PreconditionFailed', 412),
    )
  })
})

describe('multipart uploads', () => {
  it('refuse small, missing and unordered parts', async () => {
    const Bucket = await createBucket()
    const { UploadId } = await client.send(new aws.CreateMultipartUploadCommand({ Bucket, Key: 'ü' }))
    const target = { Bucket, Key: 'ü', UploadId }
    const part = async (PartNumber: number) => ({
      PartNumber,
      ETag: (await client.send(new aws.UploadPartCommand({ ...target, PartNumber, Body: 'small' }))).ETag,
    })
    const [first, second] = [await part(1), await part(2)]
    const complete = (...Parts: object[]) => client.send(new aws.CompleteMultipartUploadCommand({ ...target, MultipartUpload: { Parts } }))
    await expect(complete(first, second)).rejects.toMatchObject(failure('EntityTooSmall', 400))
    await expect(complete(second, first)).rejects.toMatchObject(failure('InvalidPartOrder', 400))
    await expect(complete({ ...first, ETag: '"x"' })).rejects.toMatchObject(failure('InvalidPart', 400))
    expect((await client.send(new aws.ListMultipartUploadsCommand({ Bucket }))).Uploads).toMatchObject([{ Key: 'ü', UploadId }])
    const { ETag, Location } = await complete(first)
    expect([ETag, Location]).toEqual([expect.stringMatching(/-1"$/), `${spaces.url}/${Bucket}/%C3%BC`])
    await expect(complete(first)).rejects.toMatchObject(failure('NoSuchUpload', 404))
  })

  it('are listed page by page in the order of their keys in UTF-8', async () => {
    const Bucket = await createBucket()
    const keys = ['a', '\uffee', '\u{1f4da}']
    for (const Key of keys) await client.send(new aws.CreateMultipartUploadCommand({ Bucket, Key }))
    const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = await client.send(
      new aws.ListMultipartUploadsCommand({ Bucket, MaxUploads: 2 }),
    )
    const { Uploads } = await client.send(new aws.ListMultipartUploadsCommand({ Bucket, KeyMarker, UploadIdMarker }))
    expect(Uploads?.map(({ Key }) => Key)).toEqual(keys.slice(2))
  })

  it('check the checksum of the whole object', async () => {
    const Bucket = await createBucket()
    const { UploadId } = await client.send(new aws.CreateMultipartUploadCommand({ Bucket, Key: 'a', ChecksumAlgorithm: 'CRC32' }))
    const target = { Bucket, Key: 'a', UploadId }
    const send = { ...target, PartNumber: 1, Body: '123456789', ChecksumAlgorithm: 'CRC32' } as const
    const { ETag, ChecksumCRC32 } = await client.send(new aws.UploadPartCommand(send))
    expect(ChecksumCRC32).toBe('y/Q5Jg==')
    const complete = (value: string) => {
      const checksum = { ChecksumCRC32: value, ChecksumType: 'FULL_OBJECT' } as const
      const MultipartUpload = { Parts: [{ PartNumber: 1, ETag, ChecksumCRC32 }] }
      return client.send(new aws.CompleteMultipartUploadCommand({ ...target, ...checksum, MultipartUpload }))
    }
    await expect(complete('AAAAAA==')).rejects.toMatchObject(failure('BadDigest', 400))
    expect(await complete('y/Q5Jg==')).toMatchObject({ ChecksumCRC32 })
    expect(await client.send(new aws.HeadObjectCommand({ Bucket, Key: 'a', ChecksumMode: 'ENABLED' }))).toMatchObject({
      ChecksumCRC32,
      ChecksumType: 'FULL_OBJECT',
    })
  })

  it('accepts the checksum of the parts without their number', async () => {
    const Bucket = await createBucket()
    const { UploadId } = await client.send(new aws.CreateMultipartUploadCommand({ Bucket, Key: 'a', ChecksumAlgorithm: 'CRC32' }))
    const target = { Bucket, Key: 'a', UploadId }
    const { ETag } = await client.send(
      new aws.UploadPartCommand({ ...target, PartNumber: 1, Body: '123456789', ChecksumAlgorithm: 'CRC32' }),
    )
    const complete = (ChecksumCRC32: string) =>
      client.send(
        new aws.CompleteMultipartUploadCommand({ ...target, ChecksumCRC32, MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] } }),
      )
    await expect(complete('y/Q5Jg==')).rejects.toMatchObject(failure('BadDigest', 400))
    expect(await complete('7kxlUA==')).toMatchObject({ ChecksumCRC32: '7kxlUA==-1' })
  })
})

describe('configuration', () => {
  it('returns rules as they were sent', async () => {
    const Bucket = await createBucket()
    await expect(client.send(new aws.GetBucketCorsCommand({ Bucket }))).rejects.toMatchObject(failure('NoSuchCORSConfiguration', 404))
    const CORSRules = [
      { AllowedHeaders: ['*'], AllowedMethods: ['PUT', 'POST'], AllowedOrigins: ['https://www.example.com'], MaxAgeSeconds: 3000 },
    ]
    await client.send(new aws.PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }))
    expect((await client.send(new aws.GetBucketCorsCommand({ Bucket }))).CORSRules).toEqual(CORSRules)
    const preflight = (origin: string, method: string) =>
      fetch(`${spaces.url}/${Bucket}/a`, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': method } })
    const allowed = await preflight('https://www.example.com', 'PUT')
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, 'https://www.example.com'])
    expect((await preflight('https://www.example.com', 'GET')).status).toBe(403)
    expect((await preflight('https://other.example.com', 'PUT')).status).toBe(403)

    await expect(client.send(new aws.GetBucketLifecycleConfigurationCommand({ Bucket }))).rejects.toMatchObject(
      failure('NoSuchLifecycleConfiguration', 404),
    )
    const Rules = [
      { ID: 'id1', Filter: { Prefix: 'path1/' }, Status: 'Enabled' as const, Expiration: { Days: 365 } },
      { ID: 'id2', Filter: { Prefix: 'path2/' }, Status: 'Disabled' as const, Expiration: { Date: new Date('2016-01-12T00:00:00Z') } },
      { ID: 'id3', Filter: { Prefix: 'path3/' }, Status: 'Enabled' as const, AbortIncompleteMultipartUpload: { DaysAfterInitiation: 30 } },
      { ID: 'id4', Filter: { Prefix: '' }, Status: 'Enabled' as const, Expiration: { ExpiredObjectDeleteMarker: true } },
    ]
    await client.send(new aws.PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } }))
    expect((await client.send(new aws.GetBucketLifecycleConfigurationCommand({ Bucket }))).Rules).toEqual(Rules)
    const TagSet = [{ Key: 'team', Value: 'books' }]
    await client.send(new aws.PutBucketTaggingCommand({ Bucket, Tagging: { TagSet } }))
    expect((await client.send(new aws.GetBucketTaggingCommand({ Bucket }))).TagSet).toEqual(TagSet)
    const LoggingEnabled = { TargetBucket: 'no-such-bucket', TargetPrefix: 'logs/' }
    const logging = new aws.PutBucketLoggingCommand({ Bucket, BucketLoggingStatus: { LoggingEnabled } })
    await expect(client.send(logging)).rejects.toMatchObject({ $metadata: { httpStatusCode: 400 } })
    const ownLogs = { LoggingEnabled: { TargetBucket: Bucket, TargetPrefix: 'logs/' } }
    await client.send(new aws.PutBucketLoggingCommand({ Bucket, BucketLoggingStatus: ownLogs }))
    expect(await client.send(new aws.GetBucketLoggingCommand({ Bucket }))).toMatchObject(ownLogs)
  })
})

describe('malformed requests', () => {
  const send = (text: string) =>
    new Promise<string>((resolve) => {
      let reply = ''
      const socket = connect(spaces.port, '127.0.0.1', () => socket.end(text))
      socket.on('data', (chunk) => (reply += chunk.toString()))
      socket.on('close', () => resolve(reply))
    })

  it('leave no object behind when the connection ends early', async () => {
    const Bucket = await createBucket()
    const policy = { Statement: [{ Effect: 'Allow', Principal: '*', Action: 's3:PutObject', Resource: '*' }] }
    await client.send(new aws.PutBucketPolicyCommand({ Bucket, Policy: JSON.stringify(policy) }))
    const head = `PUT /${Bucket}/a HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\n`
    await send(`${head}123`)
    await expect(client.send(new aws.HeadObjectCommand({ Bucket, Key: 'a' }))).rejects.toMatchObject({ $metadata: { httpStatusCode: 404 } })
    expect(await send(`${head}1234567890`)).toMatch(/^HTTP\/1.1 200/)
    expect(await send(`PUT /${Bucket}/b HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`)).toContain(
      'MissingContentLength',
    )
  })

  it('get the error of a document that is too large', async () => {
    const Bucket = await createBucket([], 'public-read')
    await client.send(new aws.PutBucketAclCommand({ Bucket, ACL: 'public-read-write' }))
    const body = '<'.repeat(3 * 1024 * 1024)
    const reply = await fetch(`${spaces.url}/${Bucket}?delete`, { method: 'POST', body })
    expect([reply.status, /<Code>(\w+)/.exec(await reply.text())?.[1]]).toEqual([400, 'EntityTooLarge'])
  })

  it('get headers without the characters that no header can have', async () => {
    const Bucket = await createBucket(['a'])
    const url = await getSignedUrl(client, new aws.GetObjectCommand({ Bucket, Key: 'a', ResponseContentLanguage: 'a\u007f\nb' }))
    expect((await fetch(url)).headers.get('content-language')).toBe('ab')
  })

  const cases = [
    { path: `/covers/${'k'.repeat(1025)}`, headers: {}, code: 'KeyTooLongError', status: 400 },
    { path: '/covers/%zz', headers: {}, code: 'InvalidURI', status: 400 },
    { path: '/no-such-bucket/a', headers: {}, code: 'NoSuchBucket', status: 404 },
    { path: '/', headers: {}, code: 'AccessDenied', status: 403 },
    { path: '/covers', headers: { authorization: 'AWS DO00:abc' }, code: 'InvalidRequest', status: 400 },
    { path: '/covers', headers: { authorization: 'AWS4-HMAC-SHA256 Credential=a' }, code: 'AuthorizationHeaderMalformed', status: 400 },
    { path: '/covers?X-Amz-Algorithm=AWS4-HMAC-SHA256', headers: {}, code: 'AuthorizationQueryParametersError', status: 400 },
  ]
  it.each(cases)('return $code for $path with $headers', async ({ path, headers, code, status }) => {
    const reply = await fetch(`${spaces.url}${path}`, { headers })
    expect([reply.status, /<Code>(\w+)/.exec(await reply.text())?.[1]]).toEqual([status, code])
  })

  it('return BadDigest for content that is not what the client announced', async () => {
    const Bucket = await createBucket()
    const put = (headers: object) => client.send(new aws.PutObjectCommand({ Bucket, Key: 'a', Body: 'content', ...headers }))
    await expect(put({ ContentMD5: 'AAAAAAAAAAAAAAAAAAAAAA==' })).rejects.toMatchObject(failure('BadDigest', 400))
    await expect(put({ ContentMD5: 'short' })).rejects.toMatchObject(failure('InvalidDigest', 400))
    await expect(put({ ChecksumSHA256: Buffer.alloc(32).toString('base64') })).rejects.toMatchObject(failure('BadDigest', 400))
  })
})

it('reports no internal errors', () => {
  expect(spaces.errors).toEqual([])
})
