/** Recipes: each compiles, prints the expected lines against a sandbox in this process, and is shown unchanged in a guide. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { startSandbox } from '@spindrift/sandbox'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Cloud, createCloud } from '../src/index.ts'
import { createFileStore } from '../src/oauth/file-token-store.ts'
import { signIn } from '../src/testing/sign-in.ts'
import { repository, checkTypes } from '@spindrift/testing/check-types'

const folder = join(repository, 'packages/client/recipes')
const names = readdirSync(folder).toSorted()

function readRecipe(name: string): string {
  return readFileSync(join(folder, name), 'utf8')
}

interface Recipe {
  readonly prints: readonly unknown[]
  /** Prepares the platform. */
  readonly prepare?: (cloud: Cloud, stopClock: (now: string) => Promise<unknown>) => Promise<void>
  /** Input of the user, line by line. */
  readonly typed?: readonly string[]
}

/** Runs a recipe with the platform of its environment, and returns the lines it prints. */
async function runRecipe(name: string): Promise<string[]> {
  const { prepare, typed = [] } = recipes[name]!
  const sandbox = await startSandbox({ port: 0, seed: 7, actionSeconds: 1, rateLimits: 'report' })
  const { tokens, inference_key: key, oauth } = sandbox.credentials()
  const home = mkdtempSync(join(tmpdir(), 'spindrift-recipe-'))
  let printed = ''
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
    void sandbox.close()
    rmSync(home, { recursive: true })
  })
  const environment = {
    SPINDRIFT_BASE_URL: sandbox.url,
    SPINDRIFT_TOKEN: tokens.full,
    SPINDRIFT_MODEL_ACCESS_KEY: key,
    READ_ONLY_TOKEN: tokens.read,
    CLIENT_ID: oauth.client_id,
    CLIENT_SECRET: oauth.client_secret,
    REDIRECT_URI: oauth.redirect_uri,
    TOKEN_FILE: join(home, 'tokens.json'),
  }
  for (const [variable, value] of Object.entries(environment)) vi.stubEnv(variable, value)
  const setClock = (body: object) => sandbox.fetch(`${sandbox.url}/_sandbox/clock`, { method: 'POST', body: JSON.stringify(body) })
  await prepare?.(createCloud(), (now) => setClock({ now, frozen: true }))
  await createFileStore(environment.TOKEN_FILE).save({ accessToken: tokens.full, expiresAt: Date.now() + 3_600_000 })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const response = await sandbox.fetch(url, init)
    // Moves the clock by half a second for each request.
    await setClock({ advance_seconds: 0.5 })
    return response
  })
  vi.stubGlobal('sendUserTo', (url: string) => signIn(sandbox, url, sandbox.credentials()))
  vi.resetModules()
  vi.spyOn(console, 'log').mockImplementation((...words: unknown[]) => void (printed += `${words.join(' ')}\n`))
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((printed += text), true))
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from(typed.map((line) => `${line}\n`)) as typeof process.stdin)
  await import(/* @vite-ignore */ `../recipes/${name}`)
  return printed.split('\n').slice(0, -1)
}

/** Creates one or two of each billed resource, for a whole month. */
const fillShop: NonNullable<Recipe['prepare']> = async (cloud, stopClock) => {
  await stopClock('2027-04-01T00:00:00Z')
  const [region, size] = ['nyc3', 's-2vcpu-4gb']
  const { droplet } = await cloud.droplets.create({ name: 'web-01', region, size, image: 'ubuntu-24-04-x64', backups: true })
  await stopClock('2027-04-01T00:01:00Z')
  await cloud.droplets.actions.snapshot(droplet.id, { name: 'web-01-before' })
  const { volume } = await cloud.volumes.create({ name: 'covers-data', region, size_gigabytes: 100 })
  await cloud.volumes.snapshots.create(volume.id, { name: 'covers-before' })
  const rule = { entry_protocol: 'http', entry_port: 80, target_protocol: 'http', target_port: 80 } as const
  await cloud.loadBalancers.create({ name: 'front', region, size_unit: 2, forwarding_rules: [rule] })
  await cloud.databases.create({ name: 'orders', engine: 'pg', version: '17', region, size: 'db-s-1vcpu-2gb', num_nodes: 2 })
  await cloud.reservedIps.create({ region })
  const pool = { name: 'shop-pool', size, count: 2 }
  await cloud.kubernetes.clusters.create({ name: 'shop', region, version: 'latest', ha: true, node_pools: [pool] })
  await stopClock('2027-04-30T12:00:00Z')
}

/** Formats a line of costs. After 28 days, the costs of the month are equal to the monthly price. */
const costs = (product: string, dollars: string) => `${product}: ${dollars} a month, ${dollars} so far`

const recipes: Readonly<Record<string, Recipe>> = {
  'act-for-a-user.ts': { prints: ['maya@tidewater.example'] },
  'call-by-path.ts': { prints: ['active'] },
  'call-a-database-tool.ts': { prints: [expect.stringContaining('"orders"')] },
  'chat-about-the-cloud.ts': {
    prepare: async (cloud) => {
      const [size, image] = ['s-1vcpu-1gb', 'ubuntu-24-04-x64']
      await cloud.droplets.create({ name: 'web-01', region: 'nyc3', size, image, tags: ['storefront'] }).wait()
    },
    typed: ['Which droplets have the tag storefront?', 'Thank you.'],
    prints: [
      expect.stringMatching(/^The function gave back “\["web-01 is active in nyc3"\]”\./),
      expect.stringMatching(/^You asked about “Thank you\.”\./),
      'system user assistant tool assistant user assistant',
    ],
  },
  'let-a-model-call-functions.ts': { prints: ['1 stop'] },
  'list-everything.ts': { prints: [expect.stringContaining('s-1vcpu-1gb'), '3', 'true true'] },
  'order-and-wait.ts': { prints: ['web-01 active', 'power_off completed'] },
  'report-costs.ts': {
    prepare: fillShop,
    prints: [
      costs('Kubernetes Clusters', '88.00'),
      costs('Droplets', '24.00'),
      costs('Droplet Backups', '4.80'),
      costs('Volumes', '10.00'),
      costs('Snapshots', '0.04'),
      costs('Load Balancers', '24.00'),
      costs('Reserved IPs', '5.00'),
      costs('Managed Databases', '60.00'),
      costs('2027-04', '215.84'),
    ],
  },
  'say-which-scope-is-missing.ts': { prints: ['read write', 'POST /v2/tags needs write.'] },
  'search-by-meaning.ts': { prints: ['A history of the tides'] },
  'stay-signed-in.ts': { prints: ['active'] },
  'stream-a-chat.ts': { prints: [expect.stringMatching(/^true .*tide tables/)] },
  'test-your-program.ts': { prints: ['200', 'NotFoundError'] },
}

test('every recipe is tested', () => {
  expect(names).toEqual(Object.keys(recipes).toSorted())
})

test.each(Object.entries(recipes))('%s prints the expected lines', async (name, { prints }) => {
  expect(await runRecipe(name)).toEqual(prints)
})

test('all recipes compile in strict mode', () => {
  const texts = Object.fromEntries(names.map((name) => [name, readRecipe(name)]))
  expect(checkTypes(texts)).toEqual([])
})

/** Returns the recipes that no guide shows unchanged. */
function findMissingRecipes(guides: string): string[] {
  const shown = new Set(Array.from(guides.matchAll(/^```ts(?: no-run)?\n(.*?)^```$/gms), ([, code = '']) => code))
  return names.filter((name) => !shown.has(readRecipe(name)))
}

test('the guides show every recipe unchanged', () => {
  const guidesFolder = join(repository, 'packages/reference/guides')
  const guides = readdirSync(guidesFolder)
    .map((name) => readFileSync(join(guidesFolder, name), 'utf8'))
    .join('\n')
  expect(findMissingRecipes(guides)).toEqual([])
  expect(findMissingRecipes(guides.replace('createTools()\n', 'createTools({})\n'))).toEqual(['call-a-database-tool.ts'])
})
