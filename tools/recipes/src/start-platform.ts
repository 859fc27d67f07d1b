/** The sandbox for one recipe, and the environment that leads to it. */
import { startSandbox } from '@spindrift/sandbox'
import { type Cloud, createCloud } from '@spindrift/client'

export interface Platform extends AsyncDisposable {
  readonly cloud: Cloud
  readonly url: string
  readonly token: string
  readonly environment: Readonly<Record<string, string>>
  /** What the sandbox itself got wrong so far. */
  readonly failures: readonly string[]
}

export async function startPlatform(): Promise<Platform> {
  const failures: string[] = []
  const onError = (error: unknown) => void failures.push(error instanceof Error ? error.message : String(error))
  const sandbox = await startSandbox({ port: 0, seed: 7, actionSeconds: 0.3, rateLimits: 'report', checkReplies: true, onError })
  const { tokens, inference_key: key } = sandbox.credentials()
  const { url } = sandbox
  return {
    cloud: createCloud({ baseUrl: url, token: tokens.full }),
    url,
    token: tokens.full,
    environment: { SPINDRIFT_BASE_URL: url, SPINDRIFT_TOKEN: tokens.full, SPINDRIFT_MODEL_ACCESS_KEY: key },
    failures,
    [Symbol.asyncDispose]: sandbox.close,
  }
}

/** A droplet of the bookshop's front, once it runs. */
export async function createWebServer({ cloud }: Platform): Promise<number> {
  const [size, image] = ['s-1vcpu-1gb', 'ubuntu-24-04-x64']
  const { droplet } = await cloud.droplets.create({ name: 'web-01', region: 'nyc3', size, image, tags: ['storefront'] }).wait()
  return droplet.id
}
