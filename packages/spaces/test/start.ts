/** A sandbox with the service for one test file. */
import { CreateBucketCommand, PutObjectCommand, S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import { startSandbox, type RunningSandbox } from '@spindrift/sandbox'
import { type SandboxReply, sendRequest } from '@spindrift/testing/send-request'
import { createService } from '../src/index.ts'

type Options = NonNullable<Parameters<typeof startSandbox>[0]>

export interface SpacesSandbox {
  readonly sandbox: RunningSandbox
  /** URL of the service. */
  readonly url: string
  readonly port: number
  readonly errors: readonly unknown[]
  readonly credentials: Credentials
  /** Client with the key of the environment. */
  readonly client: (config?: S3ClientConfig) => S3Client
  /** Sends a request to the sandbox. */
  readonly request: (method: string, path: string, body?: object, token?: string) => Promise<SandboxReply>
  /** Creates an access key. */
  readonly createKey: (grants: readonly object[], token?: string) => Promise<Credentials & { readonly id: string }>
  /** Creates a bucket with objects, whose content is their key. */
  readonly createBucket: (keys?: readonly string[], acl?: 'public-read') => Promise<string>
  readonly close: () => Promise<void>
}

export interface Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export async function startSpaces(options: Options = {}): Promise<SpacesSandbox> {
  const errors: unknown[] = []
  const sandbox = await startSandbox({
    port: 0,
    seed: 7,
    rateLimits: 'off',
    services: [createService()],
    onError: (error) => errors.push(error),
    ...options,
  })
  const [service] = sandbox.services
  if (!service) throw new Error('The service did not start.')
  const { environment, urls } = service
  const url = urls['s3'] ?? ''
  const credentials = {
    accessKeyId: environment['SPACES_ACCESS_KEY_ID'] ?? '',
    secretAccessKey: environment['SPACES_SECRET_ACCESS_KEY'] ?? '',
  }
  const request: SpacesSandbox['request'] = (method, path, body, token) => sendRequest(sandbox, method, path, body, token)
  const client: SpacesSandbox['client'] = (config = {}) =>
    new S3Client({ endpoint: url, region: 'nyc3', forcePathStyle: true, credentials, maxAttempts: 1, ...config })
  let count = 0
  return {
    sandbox,
    url,
    port: Number(new URL(url).port),
    errors,
    credentials,
    client,
    createBucket: async (keys = [], acl) => {
      const Bucket = `bucket-${(count += 1)}`
      const s3 = client()
      await s3.send(new CreateBucketCommand({ Bucket, ...(acl && { ACL: acl }) }))
      for (const Key of keys) await s3.send(new PutObjectCommand({ Bucket, Key, Body: Key }))
      return Bucket
    },
    request,
    createKey: async (grants, token) => {
      const { key } = (await request('POST', '/v2/spaces/keys', { name: 'test', grants }, token)).body
      return { id: key.access_key, accessKeyId: key.access_key, secretAccessKey: key.secret_key }
    },
    close: () => sandbox.close(),
  }
}
