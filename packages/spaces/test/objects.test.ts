import { Readable } from 'node:stream'
import * as aws from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSpaces, type SpacesSandbox } from './start.ts'

describe('objects', () => {
  let spaces: SpacesSandbox
  beforeAll(async () => {
    spaces = await startSpaces()
    await spaces.client().send(new aws.CreateBucketCommand({ Bucket: 'covers' }))
  })
  afterAll(() => spaces.close())

  it('stores and returns an object with its headers and metadata', async () => {
    const client = spaces.client()
    const put = await client.send(
      new aws.PutObjectCommand({
        Bucket: 'covers',
        Key: 'a b/ü+&.jpg',
        Body: 'content',
        ContentType: 'image/jpeg',
        CacheControl: 'max-age=60',
        Metadata: { title: 'Moby' },
      }),
    )
    expect(put.ETag).toBe('"9a0364b9e99bb480dd25e1f0284c8555"')
    const got = await client.send(new aws.GetObjectCommand({ Bucket: 'covers', Key: 'a b/ü+&.jpg' }))
    expect(await got.Body?.transformToString()).toBe('content')
    expect(got).toMatchObject({ ContentType: 'image/jpeg', CacheControl: 'max-age=60', Metadata: { title: 'Moby' }, ContentLength: 7 })
    expect((await client.send(new aws.HeadObjectCommand({ Bucket: 'covers', Key: 'a b/ü+&.jpg' }))).ETag).toBe(put.ETag)
    expect(spaces.errors).toEqual([])
  })

  it('stores the encoding of a streamed object without that of the transfer', async () => {
    const client = spaces.client()
    const target = { Bucket: 'covers', Key: 'encoded' }
    const Body = Readable.from([Buffer.from('con'), Buffer.from('tent')])
    await client.send(new aws.PutObjectCommand({ ...target, Body, ContentLength: 7, ContentEncoding: 'gzip' }))
    expect(await client.send(new aws.HeadObjectCommand(target))).toMatchObject({ ContentEncoding: 'gzip', ContentLength: 7 })
  })

  it('returns a range', async () => {
    const client = spaces.client()
    await client.send(new aws.PutObjectCommand({ Bucket: 'covers', Key: 'range', Body: '0123456789' }))
    const read = async (Range: string) => {
      const { Body, ContentRange } = await client.send(new aws.GetObjectCommand({ Bucket: 'covers', Key: 'range', Range }))
      return [await Body?.transformToString(), ContentRange]
    }
    expect(await read('bytes=2-4')).toEqual(['234', 'bytes 2-4/10'])
    expect(await read('bytes=7-')).toEqual(['789', 'bytes 7-9/10'])
    expect(await read('bytes=-2')).toEqual(['89', 'bytes 8-9/10'])
    await expect(read('bytes=10-')).rejects.toMatchObject({ name: 'InvalidRange', $metadata: { httpStatusCode: 416 } })
  })

  it('copies, lists and deletes objects', async () => {
    const client = spaces.client()
    const bucket = { Bucket: 'shelf' }
    await client.send(new aws.CreateBucketCommand(bucket))
    for (const Key of ['a', 'b/1', 'b/2', 'c']) await client.send(new aws.PutObjectCommand({ ...bucket, Key, Body: Key }))
    await client.send(new aws.CopyObjectCommand({ ...bucket, Key: 'd', CopySource: 'shelf/b/1' }))
    const page = await client.send(new aws.ListObjectsV2Command({ ...bucket, Delimiter: '/' }))
    expect(page.Contents?.map(({ Key }) => Key)).toEqual(['a', 'c', 'd'])
    expect(page.CommonPrefixes).toEqual([{ Prefix: 'b/' }])
    await expect(client.send(new aws.DeleteBucketCommand(bucket))).rejects.toMatchObject({ name: 'BucketNotEmpty' })
    await client.send(new aws.DeleteObjectCommand({ ...bucket, Key: 'a' }))
    await client.send(
      new aws.DeleteObjectsCommand({ ...bucket, Delete: { Objects: ['b/1', 'b/2', 'c', 'd', 'none'].map((Key) => ({ Key })) } }),
    )
    expect((await client.send(new aws.ListObjectsV2Command(bucket))).KeyCount).toBe(0)
    await client.send(new aws.DeleteBucketCommand(bucket))
    expect((await client.send(new aws.ListBucketsCommand({}))).Buckets?.map(({ Name }) => Name)).toEqual(['covers'])
    await expect(client.send(new aws.ListObjectsV2Command(bucket))).rejects.toMatchObject({ name: 'NoSuchBucket' })
  })
})
