/** Builds and serves the Next app, requests its page and submits its form like a browser without JavaScript. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { getRecipeFolder, isInstalled } from './recipe-folders.ts'
import { type Platform, startPlatform } from './start-platform.ts'

const folder = getRecipeFolder('next-action')
const next = `${folder}/node_modules/next/dist/bin/next`

async function startApp({ environment }: Platform): Promise<string> {
  const env = { PATH: process.env['PATH'], NEXT_TELEMETRY_DISABLED: '1', ...environment }
  await promisify(execFile)(process.execPath, [next, 'build'], { cwd: folder, env })
  const server: ChildProcess = spawn(process.execPath, [next, 'start', '--port', '0', '--hostname', '127.0.0.1'], { cwd: folder, env })
  onTestFinished(() => void server.kill())
  let output = ''
  while (!output.includes('Ready')) output += String((await once(server.stdout!, 'data'))[0])
  return /http:\/\/127\.0\.0\.1:\d+/.exec(output)![0]
}

/** Creates the form data that a browser would submit. */
function fillForm(page: string, values: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [input] of page.matchAll(/<input[^>]*>/g)) {
    const getAttribute = (attribute: string) => new RegExp(`\\b${attribute}="([^"]*)"`).exec(input)?.[1]?.replaceAll('&quot;', '"')
    const name = getAttribute('name')
    if (name !== undefined) form.set(name, values[name] ?? getAttribute('value') ?? '')
  }
  return form
}

it.skipIf(!isInstalled('next-action'))('creates a volume with a server action', { timeout: 300_000 }, async () => {
  await using platform = await startPlatform()
  const url = await startApp(platform)
  const page = await (await fetch(url)).text()
  const submitOrder = async (name: string) => (await fetch(url, { method: 'POST', body: fillForm(page, { name }) })).text()

  const ordered = await submitOrder('covers-data')
  expect(ordered).toContain('Created covers-data.')
  expect(ordered).toMatch(/<li>covers-data(<!-- -->)?: (<!-- -->)?100/)
  expect((await platform.cloud.volumes.list()).volumes).toMatchObject([{ name: 'covers-data', size_gigabytes: 100 }])
  expect(await submitOrder('NOT A NAME')).toMatch(/<output>[^<]*name/)
  expect((await platform.cloud.volumes.list()).meta.total).toBe(1)
  // The page does not contain the token.
  expect(page + ordered).not.toContain(platform.token)
  expect(platform.failures).toEqual([])
})
