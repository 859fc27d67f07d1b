/**
 * Shows the hostile texts of the generators in every view of the sandbox console, as names, descriptions, records, queries and bodies.
 * Needs Chromium.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hostileStrings } from '../../../../generators/cli/hostile/hostile-strings.ts'
import { openBrowser } from '@spindrift/testing/open-browser'
import { openConsole, startConsoleSandbox } from '@spindrift/testing/open-console'
import { sendRequest } from '@spindrift/testing/send-request'

type Fixture = Awaited<ReturnType<typeof startConsoleSandbox>>
type Console = Awaited<ReturnType<typeof openConsole>>

/** Maximum length of a name. */
const texts = hostileStrings.map(({ text }) => text.slice(0, 170).toWellFormed())
const script = texts.find((text) => text.startsWith('</script>')) ?? ''
const hacked = 'globalThis.hacked'

let browser: Awaited<ReturnType<typeof openBrowser>>
let sandbox: Fixture
let page: Console['page']
let go: Console['go']
let problems: Console['problems']
/** Request ids by the text in the body. */
const requests = new Map<string, string>()

beforeAll(async () => {
  sandbox = await startConsoleSandbox()
  browser = await openBrowser()
  await sendRequest(sandbox, 'POST', '/v2/domains', { name: 'hostile.example' })
  for (const text of texts) {
    await sendRequest(sandbox, 'POST', '/v2/projects', { name: text, purpose: 'Other', description: text })
    requests.set(text, await getNewest())
    await sendRequest(sandbox, 'POST', '/v2/domains/hostile.example/records', { type: 'TXT', name: '@', data: text })
    await sendRequest(sandbox, 'POST', '/v2/tags', { name: text, [text]: text })
    await sendRequest(sandbox, 'GET', `/v2/${encodeURIComponent(text)}?${String(new URLSearchParams({ name: text }))}`)
    await sendRequest(sandbox, 'POST', '/_sandbox/applications', { name: text, redirect_uri: 'http://127.0.0.1:4030/callback' })
  }
  ;({ page, go, problems } = await openConsole(browser, sandbox, 'overview'))
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await sandbox?.close()
})

async function getNewest(): Promise<string> {
  const { body } = await sendRequest(sandbox, 'GET', '/_sandbox/requests?limit=1')
  return (body as { requests: { request_id: string }[] }).requests[0]?.request_id ?? ''
}

/** Control characters may be shown raw or escaped; neither is markup. */
async function showsText(selector: string, text: string): Promise<boolean> {
  const content = (await page.locator(selector).allTextContents()).join('\n')
  return content.includes(text) || content.includes(JSON.stringify(text).slice(1, -1))
}

it('shows hostile texts as object names and on object pages without running them', { timeout: 60_000 }, async () => {
  await go('resources/Project')
  const link = page.getByRole('link', { name: script }).first()
  await link.waitFor()
  await link.click()
  await page.locator('pre', { hasText: script }).waitFor()
  await page.getByRole('heading', { name: 'History' }).waitFor()
  await go('resources/Domain/hostile.example/DomainRecord')
  await page.getByRole('link').first().waitFor()
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Search' }).fill(script.slice(0, 9))
  await page.getByRole('option', { name: script }).first().waitFor()
  await page.keyboard.press('Escape')
  expect(await page.evaluate(hacked)).toBeUndefined()
  expect(problems).toEqual([])
})

it('shows hostile texts in request bodies, addresses and errors without running them', { timeout: 120_000 }, async () => {
  await go('requests')
  // Only visible rows are rendered.
  await page.getByLabel('Filter').fill('script%3E')
  await page
    .getByRole('link', { name: /script%3E/i })
    .first()
    .waitFor()
  for (const [text, id] of requests) {
    await go(`requests/${id}`)
    await page.getByRole('group', { name: 'Body of the request' }).waitFor()
    expect(await showsText('pre[aria-label="Body of the request"]', text), text.slice(0, 40)).toBe(true)
    expect(await page.evaluate(hacked), text.slice(0, 40)).toBeUndefined()
  }
  expect(problems).toEqual([])
})

it('shows hostile texts in the other views and as addresses without running them', { timeout: 120_000 }, async () => {
  await go('settings')
  await page.getByText(script).first().waitFor()
  await go('snapshots')
  await go('clock')
  for (const text of texts) {
    await go(`resources/call/${encodeURIComponent(text)}`)
    expect(await page.evaluate(hacked), text.slice(0, 40)).toBeUndefined()
  }
  expect(problems).toEqual([])
})
