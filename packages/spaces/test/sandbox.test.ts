/** Buckets and the sandbox: its clock, faults, projects, CDN endpoints, snapshots and restarts. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import * as aws from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startSpaces, type SpacesSandbox } from './start.ts'

let spaces: SpacesSandbox
let client: aws.S3Client
beforeAll(async () => {
  spaces = await startSpaces()
  client = spaces.client()
})
afterAll(() => spaces.close())

describe('the sandbox', () => {
  it('expires objects by its clock', async () => {
    const Bucket = await spaces.createBucket(['logs/a', 'kept/a'])
    const Rules = [{ ID: 'a', Filter: { Prefix: 'logs/' }, Status: 'Enabled' as const, Expiration: { Days: 30 } }]
    await client.send(new aws.PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } }))
    const names = async () => (await client.send(new aws.ListObjectsV2Command({ Bucket }))).Contents?.map(({ Key }) => Key)
    expect(await names()).toEqual(['kept/a', 'logs/a'])
    await spaces.request('POST', '/_sandbox/clock', { advance_seconds: 32 * 86_400 })
    expect(await names()).toEqual(['kept/a'])
  })

  it('expires old versions, and delete markers that stand alone', async () => {
    const Bucket = await spaces.createBucket()
    await client.send(new aws.PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }))
    for (const Body of ['1', '2']) await client.send(new aws.PutObjectCommand({ Bucket, Key: 'kept', Body }))
    await client.send(new aws.PutObjectCommand({ Bucket, Key: 'deleted', Body: '1' }))
    await client.send(new aws.DeleteObjectCommand({ Bucket, Key: 'deleted' }))
    const Rules = [
      { ID: 'old', Filter: { Prefix: '' }, Status: 'Enabled' as const, NoncurrentVersionExpiration: { NoncurrentDays: 1 } },
      { ID: 'markers', Filter: { Prefix: '' }, Status: 'Enabled' as const, Expiration: { ExpiredObjectDeleteMarker: true } },
    ]
    await client.send(new aws.PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } }))
    const list = async () => {
      const { Versions = [], DeleteMarkers = [] } = await client.send(new aws.ListObjectVersionsCommand({ Bucket }))
      return [...Versions, ...DeleteMarkers].map(({ Key }) => Key)
    }
    expect(await list()).toEqual(['deleted', 'kept', 'kept', 'deleted'])
    await spaces.request('POST', '/_sandbox/clock', { advance_seconds: 3 * 86_400 })
    expect(await list()).toEqual(['kept'])
  })

  it('injects faults', async () => {
    const Bucket = await spaces.createBucket(['a'])
    await spaces.request('POST', '/_sandbox/faults', { family: 'spaces', status: 503, retry_after: 1, times: 1 })
    await expect(client.send(new aws.HeadBucketCommand({ Bucket }))).rejects.toMatchObject({ $metadata: { httpStatusCode: 503 } })
    await client.send(new aws.HeadBucketCommand({ Bucket }))
    await spaces.request('POST', '/_sandbox/faults', { family: 'spaces', region: 'fra1', cut: 'before', times: 1 })
    await client.send(new aws.HeadBucketCommand({ Bucket }))
    await spaces.request('POST', '/_sandbox/faults', { family: 'spaces', region: 'nyc3', cut: 'before', times: 1 })
    await expect(client.send(new aws.HeadBucketCommand({ Bucket }))).rejects.toThrow(/socket hang up|ECONNRESET/)
  })

  it('stops during an injected delay', async () => {
    const own = await startSpaces()
    await own.request('POST', '/_sandbox/faults', { family: 'spaces', latency_ms: 100 })
    const [result] = await Promise.allSettled([own.client().send(new aws.ListBucketsCommand({})), setTimeout(50).then(own.close)])
    expect(result.status).toBe('rejected')
    await setTimeout(150)
    expect(own.errors).toEqual([])
  })

  it('lists buckets in projects', async () => {
    const Bucket = await spaces.createBucket()
    const urn = `do:space:${Bucket}`
    const project = (await spaces.request('GET', '/v2/projects/default')).body.project.id
    const urns = async () =>
      (await spaces.request('GET', `/v2/projects/${project}/resources?per_page=200`)).body.resources.map(
        (each: { urn: string }) => each.urn,
      )
    expect(await urns()).toContain(urn)
    const shelf = { name: 'shelf', purpose: 'Other', environment: 'Development' }
    const other = (await spaces.request('POST', '/v2/projects', shelf)).body.project.id
    const moved = await spaces.request('POST', `/v2/projects/${other}/resources`, { resources: [urn, 'do:space:none'] })
    expect(moved.body.resources).toMatchObject([{ urn, status: 'assigned' }, { status: 'not_found' }])
    expect(await urns()).not.toContain(urn)
    await client.send(new aws.DeleteBucketCommand({ Bucket }))
    expect((await spaces.request('GET', `/v2/projects/${other}/resources`)).body.resources).toEqual([])
  })

  it('serves CDN endpoints', async () => {
    const Bucket = await spaces.createBucket(['a'])
    await client.send(new aws.PutObjectAclCommand({ Bucket, Key: 'a', ACL: 'public-read' }))
    const origin = `${Bucket}.nyc3.digitaloceanspaces.com`
    const get = (host: string, path = '/a') =>
      new Promise<string>((resolve) => {
        request({ port: spaces.port, path, headers: { host } }, (reply) => {
          reply.resume()
          resolve(`${reply.statusCode} ${reply.headers['cache-control'] ?? ''}`)
        }).end()
      })
    const host = `${Bucket}.nyc3.cdn.digitaloceanspaces.com`
    expect(await get(host)).toMatch(/^404/)
    await spaces.request('POST', '/v2/cdn/endpoints', { origin, ttl: 600 })
    expect(await get(host)).toBe('200 max-age=600')
    expect(await get(`${Bucket}.nyc3.cdn.localhost:${spaces.port}`, '/none')).toMatch(/^403/)
  })
})

/** Removes a state file with the data beside it. */
function removeState(state: string): void {
  for (const suffix of ['', '-wal', '-shm', '.spaces', '.snapshots']) rmSync(`${state}${suffix}`, { recursive: true, force: true })
}

it('carries buckets and objects in snapshots, and removes its temporary files at the end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'spaces-'))
  vi.stubEnv('TMPDIR', folder)
  const own = await startSpaces()
  const s3 = own.client()
  const read = async (Key: string) => (await s3.send(new aws.GetObjectCommand({ Bucket: 'covers', Key }))).Body?.transformToString()
  const large = 'x'.repeat(600_000)
  try {
    await s3.send(new aws.CreateBucketCommand({ Bucket: 'covers' }))
    await s3.send(new aws.PutObjectCommand({ Bucket: 'covers', Key: 'a', Body: 'one' }))
    await s3.send(new aws.PutObjectCommand({ Bucket: 'covers', Key: 'large', Body: large }))
    await own.request('POST', '/_sandbox/snapshots', { name: 'one' })
    await s3.send(new aws.PutObjectCommand({ Bucket: 'covers', Key: 'a', Body: 'two' }))
    await s3.send(new aws.DeleteObjectCommand({ Bucket: 'covers', Key: 'large' }))
    expect(await read('a')).toBe('two')
    expect((await own.request('POST', '/_sandbox/snapshots/restore', { name: 'one' })).status).toBe(200)
    expect([await read('a'), await read('large')]).toEqual(['one', large])
    expect(readdirSync(folder)).not.toEqual([])
    await own.close()
    expect(readdirSync(folder)).toEqual([])
  } finally {
    await own.close()
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  }
})

it('finishes a download when the object is deleted meanwhile', async () => {
  const target = { Bucket: await spaces.createBucket(), Key: 'large' }
  const { UploadId } = await client.send(new aws.CreateMultipartUploadCommand(target))
  const Parts: aws.CompletedPart[] = []
  for (const PartNumber of [1, 2, 3]) {
    const part = await client.send(
      new aws.UploadPartCommand({ ...target, UploadId, PartNumber, Body: Buffer.alloc(7 * 1024 * 1024, PartNumber) }),
    )
    Parts.push({ PartNumber, ETag: part.ETag })
  }
  await client.send(new aws.CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts } }))
  const { Body } = await client.send(new aws.GetObjectCommand(target))
  await client.send(new aws.DeleteObjectCommand(target))
  const content = (await Body?.transformToByteArray()) ?? []
  expect([content.length, content.at(-1)]).toEqual([21 * 1024 * 1024, 3])
})

it('keeps objects in files over a restart, and deletes them with a reset', async () => {
  const state = join(tmpdir(), `spaces-${process.pid}-restart.db`)
  try {
    const first = await startSpaces({ state })
    await first.client().send(new aws.CreateBucketCommand({ Bucket: 'covers' }))
    await first.client().send(new aws.PutObjectCommand({ Bucket: 'covers', Key: 'a', Body: 'content' }))
    await first.close()
    const second = await startSpaces({ state })
    const get = () => second.client().send(new aws.GetObjectCommand({ Bucket: 'covers', Key: 'a' }))
    expect(await (await get()).Body?.transformToString()).toBe('content')
    expect((await second.request('POST', '/_sandbox/reset')).status).toBe(200)
    await expect(get()).rejects.toMatchObject({ name: 'NoSuchBucket', $metadata: { httpStatusCode: 404 } })
    await second.close()
  } finally {
    removeState(state)
  }
})

it('reports no internal errors', () => {
  expect(spaces.errors).toEqual([])
})
