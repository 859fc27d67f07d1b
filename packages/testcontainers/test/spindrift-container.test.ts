import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import type * as testcontainers from 'testcontainers'
import { GenericContainer, type StartedTestContainer } from 'testcontainers'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { SpindriftContainer, type StartedSpindriftContainer } from '../src/index.ts'

vi.mock('testcontainers', async (load) => ({
  ...(await load<typeof testcontainers>()),
  getContainerRuntimeClient: () => Promise.resolve({ info: { containerRuntime: { host: '127.0.0.1' } } }),
}))

const sandboxProgram = createRequire(import.meta.url)
  .resolve('@spindrift/sandbox')
  .replace(/index\.js$/, 'main.js')
const processes: ChildProcess[] = []
let started: StartedSpindriftContainer

/** Runs the sandbox as a process with the environment of the container, because tests have no container engine. */
class ProcessContainer extends SpindriftContainer {
  async run(): Promise<Partial<StartedTestContainer>> {
    await this.beforeContainerCreated()
    const child = spawn(process.execPath, [sandboxProgram, 'start', '--port', '0', '--json'], {
      env: Object.fromEntries((this.createOpts.Env ?? []).map((each) => each.split(/=(.*)/s).slice(0, 2))),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    processes.push(child)
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
    const { hostname, port } = new URL((JSON.parse(line) as { readonly url: string }).url)
    const stop = async () => {
      const exit = once(child, 'close')
      child.kill('SIGTERM')
      await exit
      return {} as never
    }
    return { getHost: () => hostname, getMappedPort: () => Number(port), stop }
  }
}

vi.spyOn(GenericContainer.prototype, 'start').mockImplementation(async function start(this: GenericContainer) {
  return (await (this as ProcessContainer).run()) as StartedTestContainer
})

const createContainer = () => new ProcessContainer('spindrift-sandbox').withSettings({ seed: 7 })

beforeAll(async () => {
  started = await createContainer().withWorld('empty').withSettings({ actionSeconds: 0, rateLimits: 'off' }).start()
}, 60_000)

afterAll(() => {
  for (const child of processes) child.kill('SIGKILL')
})

const sendRequest = (path: string, token: string, body?: object) =>
  fetch(`${started.baseUrl}${path}`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })

it('uses the published image of its own version unless another is named', () => {
  const { imageName } = new ProcessContainer() as unknown as { readonly imageName: { readonly string: string } }
  expect(imageName.string).toMatch(/^ghcr\.io\/spindrift-cloud\/spindrift\/sandbox:\d+\.\d+\.\d+$/)
})

it('is ready after start, with the chosen world and settings', async () => {
  const created = await sendRequest('/v2/volumes', started.token, { name: 'covers', region: 'nyc3', size_gigabytes: 10 })
  expect(created.status).toBe(201)
  expect(await (await sendRequest('/v2/droplets', started.token)).json()).toMatchObject({ droplets: [] })
  const droplet = { name: 'web', region: 'nyc3', size: 's-1vcpu-1gb', image: 'ubuntu-24-04-x64' }
  const { droplet: asked } = (await (await sendRequest('/v2/droplets', started.token, droplet)).json()) as {
    readonly droplet: { readonly id: number }
  }
  expect(await (await sendRequest(`/v2/droplets/${asked.id}`, started.token)).json()).toMatchObject({ droplet: { status: 'active' } })
})

it('provides the environment of clients, and protects its control endpoints with a token', async () => {
  expect(started.environment()).toMatchObject({
    SPINDRIFT_BASE_URL: started.baseUrl,
    SPINDRIFT_TOKEN: started.token,
    DIGITALOCEAN_API_URL: started.baseUrl,
    SPINDRIFT_CONTROL_TOKEN: started.controlToken,
  })
  expect((await sendRequest('/_sandbox/info', 'another')).status).toBe(401)
  expect((await sendRequest('/_sandbox/info', started.controlToken)).status).toBe(200)
})

it('creates an account for each test, and deletes it with dispose', async () => {
  let token = ''
  {
    await using account = await started.account()
    token = account.tokens.full
    expect(await (await sendRequest('/v2/volumes', token)).json()).toMatchObject({ volumes: [] })
  }
  expect((await sendRequest('/v2/volumes', token)).status).toBe(401)
})

it('has random tokens without a seed', async () => {
  const other = await createContainer().start()
  expect([other.token === started.token, other.controlToken === started.controlToken]).toEqual([true, false])
  await other.stop()
  await expect(fetch(`${other.baseUrl}/_sandbox/ready`)).rejects.toThrow('fetch failed')
})
