/** A sandbox with the service for one test file. */
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import { startSandbox, type RunningSandbox } from '@spindrift/sandbox'
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
  readonly request: (method: string, path: string, body?: object, token?: string) => Promise<Reply>
  /** Creates an access key. */
  readonly createKey: (grants: readonly object[], token?: string) => Promise<Credentials & { readonly id: string }>
  readonly close: () => Promise<void>
}

interface Reply {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- replies of many operations
  readonly body: any
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
  const request: SpacesSandbox['request'] = async (method, path, body, token = sandbox.credentials().tokens.full) => {
    const response = await fetch(`${sandbox.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  return {
    sandbox,
    url,
    port: Number(new URL(url).port),
    errors,
    credentials,
    client: (config = {}) => new S3Client({ endpoint: url, region: 'nyc3', forcePathStyle: true, credentials, maxAttempts: 1, ...config }),
    request,
    createKey: async (grants, token) => {
      const { key } = (await request('POST', '/v2/spaces/keys', { name: 'test', grants }, token)).body
      return { id: key.access_key, accessKeyId: key.access_key, secretAccessKey: key.secret_key }
    },
    close: () => sandbox.close(),
  }
}
