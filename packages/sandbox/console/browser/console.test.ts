/** Console in a browser, with a running sandbox. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findViolations } from '@spindrift/testing/find-violations'
import { openBrowser } from '@spindrift/testing/open-browser'
import { type RunningSandbox, startSandbox } from '@spindrift/sandbox'
import {
  sendRequest,
  openConsole,
  waitForStableContent,
  startSandboxWithManyDroplets,
  startConsoleSandbox,
} from '@spindrift/testing/open-console'

let browser: Browser
let sandbox: RunningSandbox

beforeAll(async () => {
  sandbox = await startConsoleSandbox({ world: 'tidewater' })
  browser = await openBrowser()
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await sandbox?.close()
})

describe('the console', { timeout: 60_000 }, () => {
  it('opens views by keyboard, searches, and stores the theme', async () => {
    const { page, problems } = await openConsole(browser, sandbox, 'resources/Volume')
    await page.keyboard.press('g')
    await page.keyboard.press('q')
    await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor()
    await page.keyboard.press('/')
    await page.getByRole('combobox', { name: 'Search' }).fill('create volume')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /volume/i, level: 1 }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Theme: auto' }).click()
    await page.getByRole('button', { name: 'Theme: light' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Theme: dark' }).waitFor()
    expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('dark')
    expect(problems).toEqual([])
    await page.close()
  })

  it('creates a volume with the form, and deletes it', async () => {
    const { page, problems, go } = await openConsole(browser, sandbox, 'resources/call/volumes_create')
    await page.getByLabel('name', { exact: false }).first().fill('tide-log')
    await page.getByText('"tide-log"').waitFor()
    await page.getByRole('button', { name: 'TypeScript' }).click()
    await page.getByText('cloud.volumes.create(').waitFor()
    await page.getByRole('button', { name: 'Send POST' }).click()
    await page.locator('.reply .state', { hasText: '201' }).waitFor()
    await go('resources/Volume')
    await page.getByLabel('Filter').fill('tide-log')
    await page.getByRole('link', { name: 'tide-log' }).click()
    await page.getByRole('link', { name: 'Delete a volume' }).click()
    await page.getByRole('button', { name: 'Send DELETE' }).click()
    await page.locator('.reply .state', { hasText: '204' }).waitFor()
    expect(problems).toEqual([])
    await page.close()
  })

  it('finds an object by name and by id', async () => {
    const { body } = await sendRequest(sandbox, 'GET', '/v2/droplets?name=web-01')
    const [{ id } = { id: 0 }] = (body as { droplets: { id: number }[] }).droplets
    const { page, problems } = await openConsole(browser, sandbox, 'clock')
    for (const words of ['web-01', String(id)]) {
      await page.keyboard.press('/')
      await page.getByRole('combobox', { name: 'Search' }).fill(words)
      await page.getByRole('option', { name: `web-01 Droplet ${id}` }).click()
      await page.getByRole('heading', { name: 'web-01', level: 1 }).waitFor()
    }
    expect(page.url()).toContain(`#/resources/Droplet/${id}`)
    expect(problems).toEqual([])
    await page.close()
  })

  it('removes one item of a list in the form, and keeps the others', async () => {
    const { page, problems } = await openConsole(browser, sandbox, 'resources/call/firewalls_create')
    const items = page.locator('fieldset', { has: page.locator('> legend', { hasText: /^inbound_rules$/ }) })
    const sent = page.getByRole('group', { name: 'Request as curl' })
    await page.getByRole('button', { name: 'JSON', exact: true }).click()
    const rules = ['80', '443', '8080'].map((ports) => ({ protocol: 'tcp', ports, sources: { addresses: ['0.0.0.0/0'] } }))
    await page.getByLabel('Body as JSON').fill(JSON.stringify({ name: 'three-doors', inbound_rules: rules }))
    await page.getByRole('button', { name: 'Form', exact: true }).click()
    await items.getByRole('button', { name: 'Remove inbound_rules 2' }).click()
    await expect.poll(() => sent.textContent()).not.toContain('"443"')
    expect(await sent.textContent()).toMatch(/"80"[^]*"8080"/)
    expect(await items.locator('.item').count()).toBe(2)
    expect(problems).toEqual([])
    await page.close()
  })

  it('links a nested object to its parent and back', async () => {
    await sendRequest(sandbox, 'POST', '/v2/domains', { name: 'nested.example' })
    const { body } = await sendRequest(sandbox, 'POST', '/v2/domains/nested.example/records', {
      type: 'A',
      name: 'www',
      data: '203.0.113.9',
    })
    const { id } = (body as { domain_record: { id: number } }).domain_record
    const { page, problems } = await openConsole(browser, sandbox, 'resources/Domain/nested.example')
    const referring = page.locator('section', { has: page.getByRole('heading', { name: 'Referenced by' }) })
    await referring.getByRole('link', { name: 'www' }).click()
    await page.getByRole('heading', { name: 'www', level: 1 }).waitFor()
    expect(page.url()).toContain(`#/resources/Domain/nested.example/DomainRecord/${id}`)
    const referred = page.locator('section', { has: page.getByRole('heading', { name: 'References' }) })
    await referred.getByRole('link', { name: 'nested.example' }).waitFor()
    await page
      .locator('section', { has: page.getByRole('heading', { name: 'History' }) })
      .getByText('created')
      .waitFor()
    expect(problems).toEqual([])
    await page.close()
  })

  it('prompts for the control token once, and stores it only for the tab', async () => {
    const guarded = await startSandbox({ port: 0, controlToken: 'a-token-of-the-test' })
    const { page } = await openConsole(browser, guarded, 'resources')
    const field = page.getByRole('dialog').locator('input')
    await field.fill('not-the-token-at-all')
    await page.getByRole('button', { name: 'Open the console' }).click()
    await page.getByText('Wrong token.').waitFor()
    await field.fill('a-token-of-the-test')
    await page.getByRole('button', { name: 'Open the console' }).click()
    await page.getByText('live', { exact: true }).waitFor()
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('a-token')
    await page.close()
    await guarded.close()
  })
})

describe('the live views', { timeout: 60_000 }, () => {
  it('shows a new request and the reason of its error', async () => {
    const { page, problems } = await openConsole(browser, sandbox, 'requests')
    await page.getByText('live', { exact: true }).waitFor()
    await sendRequest(sandbox, 'POST', '/v2/volumes', { name: 'no-size', region: 'nyc3' })
    await page.locator('.extent .row', { hasText: '422' }).getByRole('link').first().click()
    await page.getByText(/^Error \(/).waitFor()
    await page.getByText('body/size_gigabytes').waitFor()
    await page.getByRole('button', { name: 'Resend' }).click()
    await page.getByRole('heading', { name: 'POST /v2/volumes' }).waitFor()
    expect(problems).toEqual([])
    await page.close()
  })

  it('shows the completed action after the clock is advanced', async () => {
    const { body } = await sendRequest(sandbox, 'GET', '/v2/droplets?name=web-01')
    const [{ id } = { id: 0 }] = (body as { droplets: { id: number }[] }).droplets
    const { page, go } = await openConsole(browser, sandbox, `resources/Droplet/${id}`)
    await page.locator('.head .state', { hasText: 'active' }).waitFor()
    await page.getByRole('link', { name: 'power off' }).click()
    await page.getByRole('button', { name: 'Send POST' }).click()
    await page.locator('.reply .state', { hasText: '201' }).waitFor()
    await go('clock')
    await page.getByRole('button', { name: '+1 min' }).click()
    await go(`resources/Droplet/${id}`)
    await expect.poll(() => page.locator('.head .state').textContent()).toBe('off')
    await page.close()
  })

  it('adds a fault that matches a request, and deletes it', async () => {
    const { page } = await openConsole(browser, sandbox, 'faults')
    await page.getByLabel(/^Operation/).fill('volumes_list')
    await page.getByLabel('Status').fill('503')
    await page.getByRole('button', { name: 'Add fault' }).click()
    await page.getByRole('cell', { name: 'volumes_list', exact: true }).waitFor()
    expect((await sendRequest(sandbox, 'GET', '/v2/volumes')).status).toBe(503)
    await page.getByRole('button', { name: 'Delete all' }).click()
    await page.getByText('No active faults').waitFor()
    expect((await sendRequest(sandbox, 'GET', '/v2/volumes')).status).toBe(200)
    await page.close()
  })

  it('adds a fault for a logged request, and deletes only that fault', async () => {
    await sendRequest(sandbox, 'POST', '/_sandbox/faults', { operation: 'tags_list', status: 500 })
    await sendRequest(sandbox, 'GET', '/v2/volumes/not-a-volume')
    const { page, problems } = await openConsole(browser, sandbox, 'requests')
    await page.locator('.extent .row', { hasText: '/v2/volumes/not-a-volume' }).getByRole('link').click()
    await page.getByRole('link', { name: 'Add fault' }).click()
    await expect.poll(() => page.getByLabel(/^Operation/).inputValue()).toBe('volumes_get')
    await page.getByRole('button', { name: 'Add fault' }).click()
    const own = page.getByRole('row', { name: /volumes_get/ })
    await own.waitFor()
    const { body } = await sendRequest(sandbox, 'GET', '/v2/volumes')
    const [{ id } = { id: '' }] = (body as { volumes: { id: string }[] }).volumes
    expect((await sendRequest(sandbox, 'GET', `/v2/volumes/${id}`)).status).toBe(404)
    await own.getByRole('button', { name: 'Delete 404 for volumes_get' }).click()
    await own.waitFor({ state: 'detached' })
    expect((await sendRequest(sandbox, 'GET', `/v2/volumes/${id}`)).status).toBe(200)
    expect((await sendRequest(sandbox, 'GET', '/v2/tags')).status).toBe(500)
    await sendRequest(sandbox, 'DELETE', '/_sandbox/faults')
    expect(problems).toEqual([])
    await page.close()
  })

  it('masks secrets until the user shows them', async () => {
    const { page, problems, go } = await openConsole(browser, sandbox, 'accounts')
    const { full } = sandbox.credentials().tokens
    await page.getByRole('button', { name: 'Show Full-access token' }).waitFor()
    expect(await page.locator('main').textContent()).not.toContain(full)
    await page.getByRole('button', { name: 'Show Full-access token' }).click()
    expect(await page.locator('main').textContent()).toContain(full)
    await sendRequest(sandbox, 'GET', '/v2/account')
    await go('requests')
    await page.locator('.extent .row', { hasText: '/v2/account' }).first().getByRole('link').click()
    const headers = page.getByRole('row', { name: /^authorization/ })
    await page
      .getByText(/\d+ headers/)
      .first()
      .click()
    await headers.waitFor()
    expect(await headers.textContent()).not.toContain(full)
    await page.getByRole('button', { name: 'Show secrets' }).first().click()
    await expect.poll(() => headers.textContent()).toContain(full)
    expect(problems).toEqual([])
    await page.close()
  })

  it('masks the secrets of objects until the user shows them', async () => {
    const functions = { label: 'tide-tables', region: 'nyc1' }
    const { body: created } = await sendRequest(sandbox, 'POST', '/v2/functions/namespaces', functions)
    const { namespace } = created as { readonly namespace: { readonly namespace: string; readonly key: string } }
    const { body: listed } = await sendRequest(sandbox, 'GET', '/v2/databases')
    const [database] = (listed as { readonly databases: readonly { id: string; connection: { uri: string; password: string } }[] })
      .databases
    const secrets = [
      { page: `FunctionsNamespace/${namespace.namespace}`, secret: namespace.key },
      { page: `DatabaseCluster/${database?.id}`, secret: database?.connection.password ?? '' },
    ]
    const { page, problems, go } = await openConsole(browser, sandbox, 'resources')
    for (const { page: place, secret } of secrets) {
      await go(`resources/${place}`)
      const show = page.getByRole('button', { name: 'Show secrets' })
      await show.waitFor()
      expect(secret.length).toBeGreaterThan(8)
      expect(await page.locator('main').textContent()).not.toContain(secret)
      await show.click()
      expect(await page.locator('main').textContent()).toContain(secret)
    }
    expect(problems).toEqual([])
    await page.close()
  })

  it('draws metrics', async () => {
    await sendRequest(sandbox, 'POST', '/_sandbox/clock', { advance_seconds: 3600 })
    const { page, problems } = await openConsole(browser, sandbox, 'billing')
    await page
      .getByRole('img', { name: /^cpu .*: from / })
      .first()
      .waitFor()
    expect(problems).toEqual([])
    await page.close()
  })

  it('restores a snapshot', async () => {
    const { page } = await openConsole(browser, sandbox, 'snapshots')
    await page.getByLabel('New snapshot').fill('before')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved “before”').waitFor()
    await sendRequest(sandbox, 'POST', '/v2/tags', { name: 'after-the-snapshot' })
    await page.getByRole('button', { name: 'Restore before' }).click()
    await page.getByText('Restored “before”').waitFor()
    expect((await sendRequest(sandbox, 'GET', '/v2/tags/after-the-snapshot')).status).toBe(404)
    await page.close()
  })

  it('chats with an agent', async () => {
    const { page, problems } = await openConsole(browser, sandbox, 'inference')
    const request = page.waitForRequest('**/api/v1/chat/completions*')
    await page.getByLabel('Model or agent').selectOption({ label: 'order-helper' })
    await page.getByLabel('Message').fill('Where is my order?')
    await page.getByRole('button', { name: 'Send' }).click()
    expect((await request).method()).toBe('POST')
    await page.getByText('data: [DONE]').waitFor()
    await expect.poll(() => page.locator('.chat .assistant').textContent()).not.toBe('')
    expect(problems).toEqual([])
    await page.close()
  })

  it('chats with a model, and lists the streamed events', async () => {
    const { page, problems } = await openConsole(browser, sandbox, 'inference')
    await page.getByLabel('Message').fill('What is the tide?')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('data: [DONE]').waitFor()
    await expect.poll(() => page.locator('.chat .assistant').textContent()).not.toBe('')
    expect(problems).toEqual([])
    await page.close()
  })
})

describe('a long list', { timeout: 60_000 }, () => {
  it('renders only the visible rows', async () => {
    const crowded = await startSandboxWithManyDroplets()
    const { page, problems } = await openConsole(browser, crowded, 'resources/Droplet')
    await page.getByText('10,000', { exact: true }).waitFor()
    await page.evaluate('document.querySelector(".scroller").scrollTo(0, 1e9)')
    await page.getByRole('link', { name: 'node-00000' }).waitFor()
    expect(await page.locator('.extent .row').count()).toBeLessThan(80)
    await page.getByLabel('Filter').fill('node-0777')
    await page.getByText('10 of 10,000', { exact: true }).waitFor()
    expect(problems).toEqual([])
    await page.close()
    await crowded.close()
  })
})

describe('accessibility', { timeout: 60_000 }, () => {
  const views: readonly (readonly [name: string, address: () => Promise<string>])[] = [
    ...[
      'resources',
      'resources/Droplet',
      'resources/call/droplets_create',
      'requests',
      'clock',
      'faults',
      'limits',
      'snapshots',
      'accounts',
      'billing',
      'inference',
    ].map((view) => [view, async () => view] as const),
    ['a droplet', async () => `resources/Droplet/${await getFirst('/v2/droplets')}`],
    ['a database', async () => `resources/DatabaseCluster/${await getFirst('/v2/databases')}`],
    ['a failed request', async () => `requests/${await sendInvalid()}`],
    ['a request with changes', async () => `requests/${await change()}`],
  ]
  const getFirst = async (path: string) => {
    const [items] = Object.values((await sendRequest(sandbox, 'GET', path)).body as Record<string, { id: string | number }[]>)
    return String(items?.[0]?.id)
  }
  const getNewest = async () => {
    const { body } = await sendRequest(sandbox, 'GET', '/_sandbox/requests?limit=1')
    return (body as { requests: { request_id: string }[] }).requests[0]?.request_id
  }
  const sendInvalid = async () => {
    await sendRequest(sandbox, 'POST', '/v2/volumes', { name: 'no-size', region: 'nyc3' })
    return getNewest()
  }
  const change = async () => {
    await sendRequest(sandbox, 'PATCH', `/v2/projects/${await getFirst('/v2/projects')}`, { description: 'All that the harbor sells' })
    return getNewest()
  }
  beforeAll(async () => {
    await sendRequest(sandbox, 'POST', '/_sandbox/faults', { operation: 'reservedIps_list', status: 503 })
    await sendRequest(sandbox, 'POST', '/_sandbox/clock', { advance_seconds: 60 })
  })
  it.each(views)('has no violations in %s', async (_, addressOf) => {
    const { page } = await openConsole(browser, sandbox, await addressOf())
    await waitForStableContent(page)
    await page.evaluate('for (const details of document.querySelectorAll("main details")) details.open = true')
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate('document.documentElement.scrollWidth'), `${width} px`).toBeLessThanOrEqual(width)
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme })
        expect(await findViolations(page), `${theme}, ${width} px`).toEqual([])
      }
    }
    await page.close()
  })
})
