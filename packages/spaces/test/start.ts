/** A sandbox with the service for one test file. */
import { CreateBucketCommand, PutObjectCommand, S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import type { StartOptions } from '@spindrift/sandbox'
import { startService } from '@spindrift/testing/start-service'
import { createService } from '../src/index.ts'

export type SpacesSandbox = Awaited<ReturnType<typeof startSpaces>>

export async function startSpaces(options: StartOptions = {}) {
  const service = await startService(createService(), options)
  const { environment, urls, request } = service
  const url = urls['s3'] ?? ''
  const credentials = {
    accessKeyId: environment['SPACES_ACCESS_KEY_ID'] ?? '',
    secretAccessKey: environment['SPACES_SECRET_ACCESS_KEY'] ?? '',
  }
  /** Creates a client, by default with the key of the environment. */
  const client = (config: S3ClientConfig = {}) =>
    new S3Client({ endpoint: url, region: 'nyc3', forcePathStyle: true, credentials, maxAttempts: 1, ...config })
  let count = 0
  return {
    ...service,
    /** URL of the service. */
    url,
    port: Number(new URL(url).port),
    credentials,
    client,
    /** Creates a bucket with objects, whose content is their key. */
    createBucket: async (keys: readonly string[] = [], acl?: 'public-read') => {
      const Bucket = `bucket-${(count += 1)}`
      const s3 = client()
      await s3.send(new CreateBucketCommand({ Bucket, ...(acl && { ACL: acl }) }))
      for (const Key of keys) await s3.send(new PutObjectCommand({ Bucket, Key, Body: Key }))
      return Bucket
    },
    createKey: async (grants: readonly object[], token?: string) => {
      const { key } = (await request('POST', '/v2/spaces/keys', { name: 'test', grants }, token)).body
      const [accessKeyId, secretAccessKey] = [String(key.access_key), String(key.secret_key)]
      return { id: accessKeyId, accessKeyId, secretAccessKey }
    },
  }
}
