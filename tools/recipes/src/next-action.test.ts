/** The Next app, checked, built and served by Next, where that is installed: its page is asked, and its form sent as a browser without scripts does it. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { folderOf, isInstalled } from './read-recipe.ts'
import { type Platform, startPlatform } from './start-platform.ts'

const folder = folderOf('next-action')
const next = `${folder}/node_modules/next/dist/bin/next`

async function serve({ environment }: Platform): Promise<string> {
  const env = { PATH: process.env['PATH'], NEXT_TELEMETRY_DISABLED: '1', ...environment }
  await promisify(execFile)(process.execPath, [next, 'build'], { cwd: folder, env })
  const server: ChildProcess = spawn(process.execPath, [next, 'start', '--port', '0', '--hostname', '127.0.0.1'], { cwd: folder, env })
  onTestFinished(() => void server.kill())
  let said = ''
  while (!said.includes('Ready')) said += String((await once(server.stdout!, 'data'))[0])
  return /http:\/\/127\.0\.0\.1:\d+/.exec(said)![0]
}

/** What a browser would send of the page's form. */
function fillForm(page: string, values: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [input] of page.matchAll(/<input[^>]*>/g)) {
    const read = (attribute: string) => new RegExp(`\\b${attribute}="([^"]*)"`).exec(input)?.[1]?.replaceAll('&quot;', '"')
    const name = read('name')
    if (name !== undefined) form.set(name, values[name] ?? read('value') ?? '')
  }
  return form
}

it.skipIf(!isInstalled('next-action'))('orders a volume in an action of the server', { timeout: 300_000 }, async () => {
  await using platform = await startPlatform()
  const url = await serve(platform)
  const page = await (await fetch(url)).text()
  const order = async (name: string) => (await fetch(url, { method: 'POST', body: fillForm(page, { name }) })).text()

  const ordered = await order('covers-data')
  expect(ordered).toContain('covers-data is there.')
  expect(ordered).toMatch(/<li>covers-data(<!-- -->)?: (<!-- -->)?100/)
  expect((await platform.cloud.volumes.list()).volumes).toMatchObject([{ name: 'covers-data', size_gigabytes: 100 }])
  expect(await order('NOT A NAME')).toMatch(/<output>[^<]*name/)
  expect((await platform.cloud.volumes.list()).meta.total).toBe(1)
  // Nothing of the secrets goes to the page.
  expect(page + ordered).not.toContain(platform.token)
  expect(platform.failures).toEqual([])
})
