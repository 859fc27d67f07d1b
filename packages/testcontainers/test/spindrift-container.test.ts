import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SpindriftContainer, type StartedSpindriftContainer } from '../src/index.ts'
import { type DockerEngine, startDockerEngine } from './docker-engine.ts'

const folder = mkdtempSync(join(tmpdir(), 'spindrift-engine-'))
let engine: DockerEngine
let started: StartedSpindriftContainer

const make = () => new SpindriftContainer('spindrift-sandbox').withSettings({ seed: 7 })

beforeAll(async () => {
  engine = await startDockerEngine(folder)
  Object.assign(process.env, {
    DOCKER_HOST: `unix://${engine.socket}`,
    TESTCONTAINERS_RYUK_DISABLED: 'true',
    TESTCONTAINERS_HOST_OVERRIDE: '127.0.0.1',
  })
  started = await make().withWorld('empty').withSettings({ actionSeconds: 0, rateLimits: 'off' }).start()
}, 60_000)

afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

const ask = (path: string, token: string, body?: object) =>
  fetch(`${started.baseUrl}${path}`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })

it('is ready when it has started, with the world and the settings that were asked for', async () => {
  expect(engine.images).toContain('spindrift-sandbox:latest')
  const made = await ask('/v2/volumes', started.token, { name: 'covers', region: 'nyc3', size_gigabytes: 10 })
  expect(made.status).toBe(201)
  expect(await (await ask('/v2/droplets', started.token)).json()).toMatchObject({ droplets: [] })
  const droplet = { name: 'web', region: 'nyc3', size: 's-1vcpu-1gb', image: 'ubuntu-24-04-x64' }
  const { droplet: asked } = (await (await ask('/v2/droplets', started.token, droplet)).json()) as {
    readonly droplet: { readonly id: number }
  }
  expect(await (await ask(`/v2/droplets/${asked.id}`, started.token)).json()).toMatchObject({ droplet: { status: 'active' } })
})

it('says to clients where it is, and keeps its controls to those with the token', async () => {
  expect(started.environment()).toMatchObject({
    SPINDRIFT_BASE_URL: started.baseUrl,
    SPINDRIFT_TOKEN: started.token,
    DIGITALOCEAN_API_URL: started.baseUrl,
    SPINDRIFT_CONTROL_TOKEN: started.controlToken,
  })
  expect((await ask('/_sandbox/info', 'another')).status).toBe(401)
  expect((await ask('/_sandbox/info', started.controlToken)).status).toBe(200)
})

it('has an account for each test, forgotten with it', async () => {
  let token = ''
  {
    await using account = await started.account()
    token = account.tokens.full
    expect(await (await ask('/v2/volumes', token)).json()).toMatchObject({ volumes: [] })
  }
  expect((await ask('/v2/volumes', token)).status).toBe(401)
})

it('has its own tokens, unless it is given the same seed', async () => {
  const other = await make().start()
  expect([other.token === started.token, other.controlToken === started.controlToken]).toEqual([true, false])
  await other.stop()
  await expect(fetch(`${other.baseUrl}/_sandbox/ready`)).rejects.toThrow('fetch failed')
})
