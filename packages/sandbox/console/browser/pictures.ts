/** Takes the screenshots of the README: `pnpm --filter @spindrift/sandbox pictures`. Needs a built package and Chromium. */
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openBrowser } from '@spindrift/testing/open-browser'
import { openConsole, waitForStableContent, startConsoleSandbox } from '@spindrift/testing/open-console'
import { sendRequest } from '@spindrift/testing/send-request'

const folder = fileURLToPath(new URL('../../pictures/', import.meta.url))
mkdirSync(folder, { recursive: true })
const sandbox = await startConsoleSandbox({ world: 'tidewater', seed: 'pictures' })
const browser = await openBrowser()
try {
  const small = { names: ['web-03', 'web-04'], region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64', tags: ['storefront'] }
  await sendRequest(sandbox, 'POST', '/v2/droplets', { ...small, size: 'huge' })
  await sendRequest(sandbox, 'POST', '/v2/droplets', small)
  await sendRequest(sandbox, 'GET', '/v2/droplets?tag_name=storefront')
  await sendRequest(sandbox, 'POST', '/v2/volumes', { name: 'tide-log', region: 'nyc3', size_gigabytes: 10 })
  await sendRequest(sandbox, 'GET', '/v2/domains/nowhere.example')
  await sendRequest(sandbox, 'POST', '/_sandbox/clock', { advance_seconds: 40 })
  const { body } = await sendRequest(sandbox, 'GET', '/v2/droplets?name=web-03')
  const [droplet] = (body as { droplets: { id: number }[] }).droplets
  const pictures = [
    { name: 'overview', view: 'overview', theme: 'light' },
    { name: 'requests', view: 'requests', theme: 'dark' },
    { name: 'droplet', view: `resources/Droplet/${droplet?.id}`, theme: 'light' },
  ] as const
  for (const { name, view, theme } of pictures) {
    const { page } = await openConsole(browser, sandbox, view, theme)
    await page.setViewportSize({ width: 1100, height: 620 })
    await waitForStableContent(page)
    await page.screenshot({ path: `${folder}${name}.png` })
    await page.close()
  }
} finally {
  await browser.close()
  await sandbox.close()
}
