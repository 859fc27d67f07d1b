/** Console in a browser, with a running sandbox. All tests share one sandbox and one page. */
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, assert, beforeAll, describe, expect, it } from 'vitest'
import { findViolations } from '@spindrift/testing/find-violations'
import { openBrowser } from '@spindrift/testing/open-browser'
import { type RunningSandbox, startSandbox } from '@spindrift/sandbox'
import {
  type OpenConsole,
  openConsole,
  startConsoleSandbox,
  startSandboxWithManyDroplets,
  waitForStableContent,
} from '@spindrift/testing/open-console'
import { sendRequest } from '@spindrift/testing/send-request'

let browser: Browser
let sandbox: RunningSandbox
let page: Page
let go: OpenConsole['go']
let problems: string[]

beforeAll(async () => {
  sandbox = await startConsoleSandbox({ world: 'tidewater', referenceUrl: 'https://docs.example.com/cloud/' })
  browser = await openBrowser()
  ;({ page, go, problems } = await openConsole(browser, sandbox, 'overview'))
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await sandbox?.close()
})

afterEach(() => assert.deepEqual(problems.splice(0), []))

const request = async <T>(method: string, path: string, body?: unknown) => (await sendRequest(sandbox, method, path, body)).body as T
const getStatus = async (path: string) => (await sendRequest(sandbox, 'GET', path)).status
const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
const section = (title: string) => page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) })

async function findDroplet(name: string): Promise<number> {
  const { droplets } = await request<{ droplets: { id: number }[] }>('GET', `/v2/droplets?name=${name}`)
  return droplets[0]?.id ?? 0
}

describe('the shell', { timeout: 60_000 }, () => {
  it('searches by keyboard, and stores the theme', async () => {
    await page.keyboard.press('/')
    await page.getByRole('combobox', { name: 'Search' }).fill('create volume')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /volume/i, level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Theme: auto' }).click()
    await page.getByRole('button', { name: 'Theme: light' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Theme: dark' }).waitFor()
    expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('dark')
    await page.getByRole('button', { name: 'Theme: dark' }).click()
  })

  it('finds objects by name and id, and failed requests by status', async () => {
    const id = await findDroplet('web-01')
    await request('POST', '/v2/volumes', { name: 'no-size-at-all', region: 'nyc3' })
    const find = async (words: string, option: string | RegExp, heading: string) => {
      await page.keyboard.press('/')
      await page.getByRole('combobox', { name: 'Search' }).fill(words)
      await page.getByRole('option', { name: option }).click()
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    }
    await go('clock')
    await find('web-01', `web-01 Droplet ${id}`, 'web-01')
    await go('clock')
    await find(String(id), `web-01 Droplet ${id}`, 'web-01')
    expect(page.url()).toContain(`#/resources/Droplet/${id}`)
    await find('volumes 422', /^POST \/v2\/volumes 422/, 'POST /v2/volumes')
    const link = page.getByRole('link', { name: 'Open in the reference' })
    await expect.poll(() => link.getAttribute('href')).toBe('https://docs.example.com/cloud/control/volumes/create.html')
  })

  it('lists the inbox among the views only with its service', async () => {
    const stop = () => {}
    const service = {
      name: 'notifications',
      kinds: [],
      start: async () => ({ urls: {} }),
      snapshot: stop,
      restore: stop,
      reset: stop,
      stop,
    }
    const notifying = await startSandbox({ port: 0, services: [service] })
    await page.goto(`${notifying.url}/_sandbox`)
    await page.getByRole('link', { name: 'Inbox' }).waitFor()
    await go('overview')
    await notifying.close()
    const views = ['Overview', 'Requests', 'Resources', 'Clock', 'Faults', 'Snapshots', 'Settings']
    expect(await page.getByRole('navigation', { name: 'Views' }).getByRole('link').allTextContents()).toEqual(views)
  })

  it('prompts for the control token once, and stores it only for the tab', async () => {
    const guarded = await startSandbox({ port: 0, controlToken: 'a-token-of-the-test' })
    await page.goto(`${guarded.url}/_sandbox`)
    const field = page.getByRole('dialog').locator('input')
    await field.fill('not-the-token-at-all')
    await page.getByRole('button', { name: 'Open the console' }).click()
    await page.getByText('Wrong token.').waitFor()
    await field.fill('a-token-of-the-test')
    await page.getByRole('button', { name: 'Open the console' }).click()
    await page.getByText('live', { exact: true }).waitFor()
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('a-token')
    await go('overview')
    expect(problems.splice(0).filter((problem) => !problem.includes('401'))).toEqual([])
    await guarded.close()
  })
})

describe('the overview', { timeout: 60_000 }, () => {
  it('groups errors, and shows what is left of an action', async () => {
    for (const name of ['one', 'two'])
      await request('POST', '/v2/domains/missing.example/records', { type: 'A', name, data: '203.0.113.9' })
    await request('POST', `/v2/droplets/${await findDroplet('web-02')}/actions`, { type: 'reboot' })
    await go('overview')
    const group = section('Errors').locator('li', { has: page.getByRole('link', { name: /records_create$/ }) })
    await group.getByText('2 ×').waitFor()
    const job = section('In progress').locator('li', { has: page.getByRole('link', { name: 'web-02' }) })
    expect(await job.textContent()).toMatch(/^in \d+ s.*reboot action ends/)
    await request('POST', '/_sandbox/clock', { advance_seconds: 60 })
    await job.waitFor({ state: 'detached' })
  })

  it('reads nothing that is logged, counted or failed by a fault', async () => {
    await request('POST', '/_sandbox/faults', { operation: '*', status: 503 })
    await request('DELETE', '/_sandbox/requests')
    await page.getByRole('link', { name: '1 fault' }).waitFor()
    const id = await request<{ objects: { object: { id: string } }[] }>('GET', '/_sandbox/objects?kind=Droplet&search=web-01')
    for (const view of [
      'overview',
      'resources/Droplet',
      `resources/Droplet/${id.objects[0]?.object.id}`,
      'resources/call/droplets_create',
    ]) {
      await go(view)
      await waitForStableContent(page)
    }
    expect((await request<{ requests: unknown[] }>('GET', '/_sandbox/requests')).requests).toEqual([])
    await request('DELETE', '/_sandbox/faults')
    await page.getByRole('link', { name: '1 fault' }).waitFor({ state: 'detached' })
  })
})

describe('resources', { timeout: 60_000 }, () => {
  it('lists families in groups, those with objects first', async () => {
    await go('resources')
    const apps = page.locator('.cards li', { has: page.getByRole('heading', { name: 'Apps', level: 3, exact: true }) })
    await apps.getByRole('link', { name: /^AppRegion/ }).waitFor()
    await page.locator('.cards b').first().waitFor()
    const isNone = await section('Platform')
      .locator('.cards > li')
      .evaluateAll((items) => items.map((item) => item.classList.contains('none')))
    expect(isNone).toEqual(isNone.toSorted((a, b) => Number(a) - Number(b)))
    await page.getByLabel('Filter').fill('appregion')
    await expect.poll(() => page.locator('.cards a').count()).toBe(1)
    await page.getByRole('link', { name: /^AppRegion/ }).click()
    await page.getByRole('heading', { name: /regions/, level: 1 }).waitFor()
  })

  it('creates a volume with the form, and asks before it deletes it', async () => {
    await go('resources/call/volumes_create')
    await page.getByLabel('name', { exact: false }).first().fill('tide-log')
    await page.getByText('"tide-log"').waitFor()
    await page.getByRole('button', { name: 'TypeScript' }).click()
    await page.getByText('cloud.volumes.create(').waitFor()
    await page.getByRole('button', { name: 'Send POST' }).click()
    await page.locator('.reply .state', { hasText: '201' }).waitFor()
    await go('resources/Volume')
    await page.getByLabel('Filter').fill('tide-log')
    await page.getByRole('link', { name: 'tide-log' }).click()
    await page.locator('.facts', { hasText: /\$\d+\.\d\d/ }).waitFor()
    await page.getByRole('button', { name: 'Delete a volume' }).click()
    await confirm('Delete a volume')
    await page.getByRole('heading', { name: 'Volumes', level: 1 }).waitFor()
    const { volumes } = await request<{ volumes: { name: string }[] }>('GET', '/v2/volumes?name=tide-log')
    expect(volumes).toEqual([])
  })

  it('shows the message of the server at the field, and the memory and price of a size', async () => {
    await go('resources/call/droplets_create')
    await page.getByLabel(/^size/).fill('s-4vcpu-8gb')
    await page.getByText('8 GB memory, 160 GB disk, $48 per month').waitFor()
    await page.getByLabel(/^region/).fill('mars')
    await page.getByRole('button', { name: 'Send POST' }).click()
    await page
      .locator('label', { hasText: /^region/ })
      .locator('.finding')
      .waitFor()
    expect(problems.splice(0)).toEqual([expect.stringMatching(/^422: /), expect.stringContaining('422')])
  })

  it('removes one item of a list in the form, and keeps the others', async () => {
    await go('resources/call/firewalls_create')
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
  })

  it('runs an action with one click, and disables those that the state forbids', async () => {
    await go(`resources/Droplet/${await findDroplet('web-01')}`)
    await page.locator('.head .state', { hasText: 'active' }).waitFor()
    await page.getByRole('button', { name: 'Power off' }).click()
    await page.getByText('Power off: 201').waitFor()
    await page.getByText(/another action is running \(power_off action ends in \d+ s\)/).waitFor()
    expect(await page.getByRole('button', { name: 'Reboot' }).isDisabled()).toBe(true)
    await request('POST', '/_sandbox/clock', { advance_seconds: 60 })
    await expect.poll(() => page.locator('.head .state').textContent()).toBe('off')
    await page.getByText('Power off: only while active.').waitFor()
    expect(await page.getByRole('button', { name: 'Power on' }).isEnabled()).toBe(true)
  })

  it('links a nested object to its parent and back', async () => {
    await request('POST', '/v2/domains', { name: 'nested.example' })
    const record = { type: 'A', name: 'www', data: '203.0.113.9' }
    const { domain_record: created } = await request<{ domain_record: { id: number } }>(
      'POST',
      '/v2/domains/nested.example/records',
      record,
    )
    await go('resources/Domain/nested.example')
    await section('Referenced by').getByRole('link', { name: 'www' }).click()
    await page.getByRole('heading', { name: 'www', level: 1 }).waitFor()
    expect(page.url()).toContain(`#/resources/Domain/nested.example/DomainRecord/${created.id}`)
    await section('References').getByRole('link', { name: 'nested.example' }).waitFor()
    await section('History').getByText('created').waitFor()
  })

  it('masks the secrets of objects until the user shows them', async () => {
    const { databases } = await request<{ databases: { id: string; connection: { password: string } }[] }>('GET', '/v2/databases')
    const secret = databases[0]?.connection.password ?? ''
    await go(`resources/DatabaseCluster/${databases[0]?.id}`)
    const show = page.getByRole('button', { name: 'Show secrets' })
    await show.waitFor()
    expect(secret.length).toBeGreaterThan(8)
    expect(await page.locator('main').textContent()).not.toContain(secret)
    await show.click()
    expect(await page.locator('main').textContent()).toContain(secret)
  })

  it('renders only the visible rows of a long list', async () => {
    const crowded = await startSandboxWithManyDroplets()
    await page.goto(`${crowded.url}/_sandbox#/resources/Droplet`)
    await page.getByText('2,000', { exact: true }).waitFor()
    await page.evaluate('document.querySelector(".scroller").scrollTo(0, 1e9)')
    await page.getByRole('link', { name: 'node-00000' }).waitFor()
    expect(await page.locator('.extent .row').count()).toBeLessThan(80)
    await page.getByLabel('Filter').fill('node-0177')
    await page.getByText('10 of 2,000', { exact: true }).waitFor()
    await go('resources')
    await crowded.close()
  })
})

describe('requests and faults', { timeout: 60_000 }, () => {
  it('shows a new request and the reason of its error', async () => {
    await go('requests')
    await request('POST', '/v2/volumes', { name: 'no-size', region: 'nyc3' })
    await page
      .locator('.extent .row', { hasText: /422.*POST \/v2\/volumes/ })
      .getByRole('link')
      .first()
      .click()
    await page.getByText(/^Error \(/).waitFor()
    expect(await page.locator('section.error').textContent()).toContain('body/size_gigabytes')
    const address = page.url()
    await page.getByRole('button', { name: 'Resend' }).click()
    await expect.poll(() => page.url()).not.toBe(address)
  })

  it('shows an error page for an unknown request', async () => {
    await go('requests/never-asked')
    await page.getByRole('heading', { name: 'Request not found', level: 1 }).waitFor()
    expect(await page.getByRole('alert').textContent()).toMatch(/no such request/i)
    expect(problems.splice(0)).toEqual([expect.stringMatching(/^404: /), expect.stringContaining('404')])
  })

  it('adds a fault for a logged request, and deletes only that fault', async () => {
    await request('POST', '/_sandbox/faults', { operation: 'tags_list', status: 500 })
    await request('GET', '/v2/volumes/not-a-volume')
    await go('requests')
    await page.locator('.extent .row', { hasText: '/v2/volumes/not-a-volume' }).getByRole('link').click()
    await page.getByRole('link', { name: 'Add fault' }).click()
    await expect.poll(() => page.getByLabel(/^Operation/).inputValue()).toBe('volumes_get')
    await page.getByRole('button', { name: 'Add fault' }).click()
    const own = page.getByRole('row', { name: /volumes_get/ })
    await own.waitFor()
    const { volumes } = await request<{ volumes: { id: string }[] }>('GET', '/v2/volumes')
    const volume = `/v2/volumes/${volumes[0]?.id}`
    expect(await getStatus(volume)).toBe(404)
    await own.getByRole('button', { name: 'Delete 404 for volumes_get' }).click()
    await confirm('Delete')
    await own.waitFor({ state: 'detached' })
    expect([await getStatus(volume), await getStatus('/v2/tags')]).toEqual([200, 500])
    await page.getByRole('button', { name: 'Delete all' }).click()
    await confirm('Delete all')
    await page.getByText(/^No active faults/).waitFor()
    expect(await getStatus('/v2/tags')).toBe(200)
  })

  it('changes a resource behind the client, and undoes it', async () => {
    const id = await findDroplet('web-02')
    await go(`resources/Droplet/${id}`)
    await page.getByRole('link', { name: 'Add drift' }).click()
    await page.getByLabel('Change').selectOption('rename')
    await page.getByRole('button', { name: 'Change resources' }).click()
    await section('Drift').locator('.changes', { hasText: 'updated' }).waitFor()
    expect(await findDroplet('web-02')).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('The previous state is back.').waitFor()
    expect(await findDroplet('web-02')).toBe(id)
  })

  it('exports the requests as HAR without secrets', async () => {
    await request('GET', '/v2/tags/a-tag-of-the-archive')
    await go('requests')
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export HAR' }).click()])
    expect(download.suggestedFilename()).toBe('sandbox.har')
    const text = await readFile(await download.path(), 'utf8')
    const { log } = JSON.parse(text) as { log: { entries: { request: { url: string }; response: { status: number } }[] } }
    expect(log.entries.find(({ request: { url } }) => url.endsWith('/a-tag-of-the-archive'))?.response.status).toBe(404)
    expect(text).not.toContain(sandbox.credentials().tokens.full)
  })

  it('masks the headers of a request until the user shows them', async () => {
    const { full } = sandbox.credentials().tokens
    await request('GET', '/v2/account')
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
  })

  it('asks before it clears the log', async () => {
    await go('requests')
    await page.getByRole('button', { name: 'Clear log' }).click()
    await confirm('Cancel')
    expect((await request<{ requests: unknown[] }>('GET', '/_sandbox/requests')).requests).not.toEqual([])
    await page.getByRole('button', { name: 'Clear log' }).click()
    await confirm('Clear log')
    await page.getByText(/^No requests yet/).waitFor()
  })
})

describe('snapshots', { timeout: 60_000 }, () => {
  const save = async (name: string) => {
    await page.getByLabel('New snapshot').fill(name)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(`Saved “${name}”.`).waitFor()
  }

  it('lists created, updated and deleted objects between two snapshots', async () => {
    await request('POST', '/v2/tags', { name: 'was-there' })
    const { project } = await request<{ project: { id: string } }>('POST', '/v2/projects', { name: 'Renamed', purpose: 'Other' })
    await go('snapshots')
    await save('earlier')
    await request('DELETE', '/v2/tags/was-there')
    await request('POST', '/v2/tags', { name: 'came-since' })
    await request('PATCH', `/v2/projects/${project.id}`, { name: 'Another name' })
    await save('later')
    await request('POST', '/v2/tags', { name: 'after-both' })
    await page.locator('label', { hasText: /^From/ }).locator('select').selectOption('earlier')
    await page.locator('label', { hasText: /^To/ }).locator('select').selectOption('later')
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByText('1 created, 1 updated, 1 deleted').waitFor()
    const changes = page.locator('.changes')
    await changes.locator('li', { hasText: 'created' }).getByText('came-since').waitFor()
    await changes.locator('li', { hasText: 'deleted' }).getByText('was-there').waitFor()
    expect(await changes.textContent()).toMatch(/"Renamed" → "Another name"/)
    expect(await changes.textContent()).not.toContain('after-both')
  })

  it('undoes a restored snapshot and a reset', async () => {
    await page.getByRole('button', { name: 'Restore earlier' }).click()
    await page.getByText('Restored “earlier”.').waitFor()
    expect(await getStatus('/v2/tags/after-both')).toBe(404)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('The previous state is back.').waitFor()
    expect(await getStatus('/v2/tags/after-both')).toBe(200)
    await request('POST', '/_sandbox/faults', { operation: 'sizes_list', status: 503 })
    await page.getByRole('link', { name: '1 fault' }).waitFor()
    await page.getByRole('button', { name: 'Reset to seed data' }).click()
    await page.getByText('Reset to the seed data.').waitFor()
    expect(await getStatus('/v2/tags/came-since')).toBe(404)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('The previous state is back.').waitFor()
    expect([await getStatus('/v2/tags/came-since'), await getStatus('/v2/sizes')]).toEqual([200, 503])
    await request('DELETE', '/_sandbox/faults')
    await page.getByRole('button', { name: 'Close message' }).click()
  })
})

describe('settings', { timeout: 60_000 }, () => {
  it('masks tokens until the user shows them', async () => {
    await go('settings')
    const { tokens } = sandbox.credentials()
    const show = page.getByRole('button', { name: 'Show Full-access token' })
    await show.waitFor()
    expect(await page.locator('main').textContent()).not.toContain(tokens.full)
    await show.click()
    expect(await page.locator('main').textContent()).toContain(tokens.full)
  })
})

describe('accessibility', { timeout: 60_000 }, () => {
  const views: readonly (readonly [name: string, address: () => Promise<string>])[] = [
    ...[
      'overview',
      'requests',
      'resources',
      'resources/Droplet',
      'resources/call/droplets_create',
      'clock',
      'faults',
      'snapshots',
      'inbox',
      'settings',
    ].map((view) => [view, async () => view] as const),
    ['a droplet', async () => `resources/Droplet/${await findDroplet('web-01')}`],
    ['a failed request', async () => `requests/${await getFailedRequest()}`],
  ]
  const getFailedRequest = async () => {
    await request('POST', '/v2/volumes', { name: 'no-size', region: 'nyc3' })
    const { requests } = await request<{ requests: { request_id: string }[] }>('GET', '/_sandbox/requests?limit=1')
    return requests[0]?.request_id
  }
  beforeAll(async () => {
    await request('POST', '/_sandbox/faults', { operation: 'reservedIps_list', status: 503 })
  })
  it.each(views)('has no violations in %s', async (_, getAddress) => {
    await go(await getAddress())
    await waitForStableContent(page)
    await page.evaluate('for (const details of document.querySelectorAll("main details")) details.open = true')
    for (const [width, colorScheme] of [
      [1440, 'light'],
      [360, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      expect(await page.evaluate('document.documentElement.scrollWidth'), `${width} px`).toBeLessThanOrEqual(width)
      expect(await findViolations(page), `${colorScheme}, ${width} px`).toEqual([])
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  })
})
