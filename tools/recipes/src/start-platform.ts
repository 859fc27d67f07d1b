import { type Cloud, createCloud } from '@spindrift/client'
import { startTestSandbox, type TestSandbox } from '@spindrift/testing/start-sandbox'

export interface Platform extends TestSandbox {
  readonly cloud: Cloud
}

/** Starts a sandbox, with a client for it. */
export async function startPlatform(): Promise<Platform> {
  const sandbox = await startTestSandbox()
  return { ...sandbox, cloud: createCloud({ baseUrl: sandbox.url, token: sandbox.token }) }
}

/** Creates a droplet and waits until it is active. @returns its id */
export async function createWebServer({ cloud }: Platform): Promise<number> {
  const [size, image] = ['s-1vcpu-1gb', 'ubuntu-24-04-x64']
  const { droplet } = await cloud.droplets.create({ name: 'web-01', region: 'nyc3', size, image, tags: ['storefront'] }).wait()
  return droplet.id
}
