/** The recipes: each compiles, does what it says against a sandbox in this process, and stands in README letter by letter. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from '@spindrift/sandbox'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createNodeFetch } from '../src/node/index.ts'
import { createFileStore } from '../src/oauth/file-token-store.ts'
import { signIn } from '../src/testing/sign-in.ts'
import { repository, typeCheck, withFolder, writeFiles } from './type-check.ts'

const folder = join(repository, 'packages/client/recipes')
const names = readdirSync(folder).toSorted()

function readRecipe(name: string): string {
  return readFileSync(join(folder, name), 'utf8')
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Runs a recipe as its reader would, with the platform of its environment; gives what it prints. */
async function runRecipe(name: string, pick: (sandbox: { readonly fetch: Fetch }) => Fetch): Promise<string[]> {
  const sandbox = await startSandbox({ port: 0, seed: 7, actionSeconds: 1, rateLimits: 'report' })
  const { tokens, inference_key: key, oauth } = sandbox.credentials()
  const send = pick(sandbox)
  const home = mkdtempSync(join(tmpdir(), 'spindrift-recipe-'))
  const printed: string[] = []
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
  await createFileStore(environment.TOKEN_FILE).save({ accessToken: tokens.full, expiresAt: Date.now() + 3_600_000 })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const response = await send(url, init)
    // Time passes while a program waits: half a second for each request.
    await sandbox.fetch(`${sandbox.url}/_sandbox/clock`, { method: 'POST', body: '{"advance_seconds":0.5}' })
    return response
  })
  vi.stubGlobal('sendUserTo', (url: string) => signIn(sandbox, url))
  vi.resetModules()
  vi.spyOn(console, 'log').mockImplementation((...words: unknown[]) => void printed.push(words.join(' ')))
  await import(/* @vite-ignore */ `../recipes/${name}`)
  return printed
}

/** What each prints. */
const recipes: Readonly<Record<string, readonly unknown[]>> = {
  'act-for-a-user.ts': ['maya@tidewater.example'],
  'call-a-database-tool.ts': ['true', 'unprocessable_entity'],
  'let-a-model-call-functions.ts': ['1 stop'],
  'list-everything.ts': ['true', '3', 'true true'],
  'order-and-wait.ts': ['web-01 active', 'power_off completed'],
  'say-which-scope-is-missing.ts': ['read write', 'POST /v2/tags needs write.'],
  'search-by-meaning.ts': ['A history of the tides'],
  'stay-signed-in.ts': ['active'],
  'stream-a-chat.ts': [expect.stringMatching(/tide tables.* stop$/)],
  'test-your-program.ts': ['200', 'NotFoundError'],
}

test('there is a line here for each', () => {
  expect(names).toEqual(Object.keys(recipes).toSorted())
  expect(names).toHaveLength(10)
})

describe.each([
  { what: 'without a network', pick: ({ fetch }: { readonly fetch: Fetch }) => fetch },
  { what: 'through the Node transport', pick: () => createNodeFetch() },
])('$what', ({ pick }) => {
  test.each(Object.entries(recipes))('%s does what it says', async (name, want) => {
    expect(await runRecipe(name, pick)).toEqual(want)
  })
})

test('all of them compile, for the strictest of users', () => {
  const texts = Object.fromEntries(names.map((name) => [name, readRecipe(name)]))
  expect(withFolder((where) => typeCheck(where, writeFiles(where, texts)))).toEqual([])
})

/** The recipes that README does not show as they are, and what it shows in their chapter that is none of them. */
function compareWithReadme(readme: string): string[] {
  const chapter = /^## Recipes$(.*?)(?=^## )/ms.exec(readme)?.[1] ?? ''
  const shown = [...chapter.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code)
  const texts = names.map(readRecipe)
  return [
    ...names.filter((_, at) => !shown.includes(texts[at]!)),
    ...shown.filter((code) => !texts.includes(code)).map((code) => `not a recipe: ${code.slice(0, 80)}`),
  ]
}

test('README shows them as they are', () => {
  const readme = readFileSync(join(repository, 'packages/client/README.md'), 'utf8')
  expect(compareWithReadme(readme)).toEqual([])
  expect(compareWithReadme(readme.replace('createTools()\n', 'createTools({})\n')).length).toBeGreaterThan(0)
})
