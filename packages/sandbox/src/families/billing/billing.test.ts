import { describe, expect, vi } from 'vitest'
import { expectRefusal } from '../../../test/fixtures.ts'
import { it as plain } from '../../../test/it.ts'
import { coversVolume, createTestSandbox, type TestSandbox, webServer } from '../../../test/create-test-sandbox.ts'

const team = 'do:team:5df3e3b4-1c1a-4b8e-9a57-2f6f0f7f3c11'
const hour = 3600
const invoices = '/v2/customers/my/invoices'

/** Sandbox at the start time of the examples in the specification. */
async function createShop(options: { readonly moment?: string } = {}) {
  const sandbox = createTestSandbox({ actionSeconds: 0 })
  const setClock = async (now: string) => void (await sandbox.post('/_sandbox/clock', { now, frozen: true }))
  await setClock(options.moment ?? '2026-03-02T09:05:00Z')
  return { ...sandbox, setClock }
}

async function createResources(sandbox: TestSandbox & { readonly setClock: (now: string) => Promise<void> }) {
  await sandbox.post('/v2/droplets', { ...webServer, name: undefined, names: ['web-01', 'web-02'] })
  await sandbox.setClock('2026-03-02T09:10:00Z')
  await sandbox.post('/v2/droplets', { ...webServer, name: 'worker-01' })
  await sandbox.setClock('2026-03-02T09:20:00Z')
  await sandbox.post('/v2/volumes', coversVolume)
}

const getBalance = async (sandbox: TestSandbox) => (await sandbox.get('/v2/customers/my/balance')).body
const listLines = async (sandbox: TestSandbox, uuid = 'preview') =>
  (await sandbox.get(`${invoices}/${uuid}?per_page=200`)).body.invoice_items
const fetchFile = async (sandbox: TestSandbox, path: string) =>
  sandbox.fetch(`http://127.0.0.1:4020${path}`, { headers: { authorization: `Bearer ${sandbox.tokens.full}` } })

/** Cents, so that sums are exact. */
const cents = (amount: string) => Math.round(Number(amount) * 100)
const sum = (lines: readonly { readonly amount: string }[]) => lines.reduce((total, { amount }) => total + cents(amount), 0)

const it = plain.extend('shop', () => createShop())

describe('balance', () => {
  it('rounds usage up to full hours and updates the balance every hour', async ({ shop }) => {
    await createResources(shop)
    expect((await getBalance(shop)).month_to_date_usage).toBe('0.00')
    await shop.setClock('2026-03-14T10:40:00Z')
    expect(await getBalance(shop)).toEqual({
      month_to_date_balance: '19.78',
      account_balance: '0.00',
      month_to_date_usage: '19.78',
      generated_at: '2026-03-14T10:00:00Z',
    })
  })

  it('contains an invoice until it is paid', async ({ shop }) => {
    await createResources(shop)
    await shop.setClock('2026-04-01T00:30:00Z')
    expect((await getBalance(shop)).account_balance).toBe('46.00')
    await shop.setClock('2026-04-01T06:00:00Z')
    expect((await getBalance(shop)).account_balance).toBe('0.00')
  })
})

describe('usage within one request', () => {
  it('bills no intermediate state of one request', async () => {
    let time = Date.parse('2026-03-02T09:05:00Z')
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => (time += 1))
    try {
      const shop = createTestSandbox()
      await shop.post('/v2/load_balancers', {
        name: 'shop-lb',
        region: 'nyc3',
        size_unit: 2,
        forwarding_rules: [{ entry_protocol: 'http', entry_port: 80, target_protocol: 'http', target_port: 80 }],
      })
      await shop.post('/_sandbox/clock', { advance_seconds: 48 * hour })
      expect(await listLines({ ...shop })).toHaveLength(1)
    } finally {
      clock.mockRestore()
    }
  })
})

describe('invoices', () => {
  it('[invoices-first-of-month] issues an invoice on the first of each month, also without usage', async ({ shop, sandbox: empty }) => {
    expect((await shop.get(invoices)).body.invoices).toEqual([])
    await createResources(shop)
    await shop.setClock('2026-03-31T23:59:59Z')
    expect((await shop.get(invoices)).body.meta.total).toBe(0)
    await shop.setClock('2026-04-01T00:00:00Z')
    const { invoices: first } = (await shop.get(invoices)).body
    expect(first).toMatchObject([{ amount: '46.00', invoice_period: '2026-03', updated_at: '2026-04-01T00:00:00Z' }])
    await shop.setClock('2026-07-15T12:00:00Z')
    const periods = (await shop.get(invoices)).body.invoices.map((each) => each.invoice_period)
    expect(periods).toEqual(['2026-06', '2026-05', '2026-04', '2026-03'])
    expect((await empty.get(invoices)).body.invoices).toEqual([])
    await empty.pass(31 * 24 * hour)
    expect((await empty.get(invoices)).body.invoices).toMatchObject([{ amount: '0.00' }])
    expect((await empty.get('/v2/customers/my/billing_history')).body.billing_history).toHaveLength(1)
  })

  it('caps a line item at the monthly price and describes the resource', async ({ shop }) => {
    await createResources(shop)
    await shop.setClock('2026-04-01T12:00:00Z')
    const [{ invoice_uuid: uuid, invoice_id: number }] = (await shop.get(invoices)).body.invoices
    const lines = await listLines(shop, uuid)
    expect(lines.map(({ description, amount, duration }: Record<string, string>) => [description, amount, duration])).toEqual([
      ['web-01 (s-1vcpu-2gb)', '12.00', '711'],
      ['web-02 (s-1vcpu-2gb)', '12.00', '711'],
      ['worker-01 (s-1vcpu-2gb)', '12.00', '711'],
      ['covers-data (100 GiB)', '10.00', '711'],
    ])
    expect(lines[0]).toMatchObject({
      product: 'Droplets',
      resource_uuid: '',
      duration_unit: 'Hours',
      start_time: '2026-03-02T09:05:00Z',
      end_time: '2026-04-01T00:00:00Z',
      project_name: 'Tidewater Books',
    })
    const { body: summary } = await shop.get(`${invoices}/${uuid}/summary`)
    expect(summary).toMatchObject({
      invoice_id: number,
      billing_period: '2026-03',
      amount: '46.00',
      user_name: 'Maya Lindqvist',
      user_billing_address: { city: 'Mystic' },
      product_charges: {
        amount: '46.00',
        items: [
          { name: 'Droplets', amount: '36.00', count: '3' },
          { name: 'Volumes', amount: '10.00', count: '1' },
        ],
      },
    })
    expect((await shop.get('/v2/customers/my/billing_history')).body.billing_history).toEqual([
      { description: 'Payment by card', amount: '-46.00', date: '2026-04-01T06:00:00Z', type: 'Payment' },
      {
        description: 'Invoice for March 2026',
        amount: '46.00',
        invoice_id: number,
        invoice_uuid: uuid,
        date: '2026-04-01T00:00:00Z',
        type: 'Invoice',
      },
    ])
  })

  it('[invoices-preview] renews the preview of the current month each day', async () => {
    const shop = await createShop({ moment: '2026-04-01T00:00:00Z' })
    await shop.post('/v2/volumes', coversVolume)
    expect(await listLines(shop)).toEqual([])
    await shop.setClock('2026-04-02T20:00:00Z')
    const { invoice_preview: preview, meta } = (await shop.get(invoices)).body
    expect(preview).toMatchObject({ amount: '0.37', invoice_period: '2026-04', updated_at: '2026-04-02T00:30:00Z' })
    expect(meta.total).toBe(0)
    expect(await listLines(shop)).toMatchObject([{ amount: '0.37', duration: '25', end_time: '2026-05-01T00:00:00Z' }])
    expect((await shop.get(`${invoices}/preview/summary`)).body).toMatchObject({ amount: '0.37', invoice_uuid: preview.invoice_uuid })
    expect((await shop.get(`${invoices}/${preview.invoice_uuid}`)).status).toBe(404)
    await shop.setClock('2026-05-01T00:00:00Z')
    expect((await shop.get(invoices)).body.invoices[0]).toMatchObject({
      invoice_uuid: preview.invoice_uuid,
      invoice_id: preview.invoice_id,
    })
  })

  it('charges a deleted resource for its lifetime, and each size for its time', async ({ shop }) => {
    const { volume } = (await shop.post('/v2/volumes', coversVolume)).body
    const { droplet } = (await shop.post('/v2/droplets', { ...webServer, backups: true })).body
    await shop.pass(48 * hour)
    await shop.post(`/v2/volumes/${volume.id}/actions`, { type: 'resize', size_gigabytes: 200 })
    expect((await shop.delete(`/v2/droplets/${droplet.id}`)).status).toBe(204)
    await shop.pass(24 * hour)
    expect((await shop.delete(`/v2/volumes/${volume.id}`)).status).toBe(204)
    await shop.setClock('2026-03-20T12:00:00Z')
    const lines = await listLines(shop)
    expect(lines.map(({ description, duration, amount }: Record<string, string>) => [description, duration, amount])).toEqual([
      ['covers-data (100 GiB)', '48', '0.71'],
      ['web-01 (s-1vcpu-2gb)', '48', '0.86'],
      ['web-01 (weekly backups)', '48', '0.17'],
      ['covers-data (200 GiB)', '24', '0.71'],
    ])
    const { invoice_preview: preview } = (await shop.get(invoices)).body
    expect(cents(preview.amount)).toBe(sum(lines))
    await shop.setClock('2026-05-02T00:00:00Z')
    const [{ amount }] = (await shop.get(invoices)).body.invoices
    expect(amount).toBe('0.00')
  })

  it('charges a reserved IP only while it is unassigned', async ({ shop }) => {
    const { droplet } = (await shop.post('/v2/droplets', webServer)).body
    const response = await shop.post('/v2/reserved_ips', { droplet_id: droplet.id })
    expect(response.status).toBe(202)
    await shop.pass(24 * hour)
    await shop.delete(`/v2/droplets/${droplet.id}`)
    await shop.pass(24 * hour)
    await shop.setClock('2026-03-05T00:30:00Z')
    const lines = await listLines(shop)
    const address = lines.find(({ product, duration }) => product === 'Reserved IPs' && duration !== '1')
    expect(address).toMatchObject({ start_time: '2026-03-03T09:05:00Z', duration: '40', amount: '0.30' })
  })

  it('has a line item for every kind of charged resource', async ({ shop }) => {
    const { droplet } = (await shop.post('/v2/droplets', webServer)).body
    await shop.post('/v2/reserved_ips', { region: 'nyc3' })
    await shop.post('/v2/reserved_ips', { droplet_id: droplet.id })
    await shop.post('/v2/load_balancers', {
      name: 'shop-lb',
      region: 'nyc3',
      size_unit: 2,
      forwarding_rules: [{ entry_protocol: 'http', entry_port: 80, target_protocol: 'http', target_port: 8080 }],
    })
    await shop.post('/v2/databases', {
      name: 'orders-pg',
      engine: 'pg',
      version: '16',
      region: 'nyc3',
      size: 'db-s-2vcpu-4gb',
      num_nodes: 2,
    })
    await shop.post('/v2/kubernetes/clusters', {
      name: 'bindery',
      region: 'nyc3',
      version: '1.34.1-do.0',
      ha: true,
      node_pools: [{ size: 's-2vcpu-4gb', name: 'shop-pool', count: 1 }],
    })
    await shop.post('/v2/registries', { name: 'tidewater', subscription_tier_slug: 'basic', region: 'nyc3' })
    await shop.post(`/v2/droplets/${droplet.id}/actions`, { type: 'snapshot', name: 'before-the-sale' })
    await shop.setClock('2026-03-31T00:30:00Z')
    const lines = await listLines(shop)
    const amounts = Object.fromEntries(lines.map(({ product, description, amount }) => [`${product}: ${description}`, amount]))
    expect(amounts).toMatchObject({
      'Droplets: web-01 (s-1vcpu-2gb)': '12.00',
      'Load Balancers: shop-lb (size 2)': '24.00',
      'Managed Databases: orders-pg (pg db-s-2vcpu-4gb x 2)': '120.00',
      'Kubernetes Clusters: bindery (high availability)': '40.00',
      'Container Registry: Basic': '5.00',
    })
    expect(lines.find(({ product, group_description: group }) => product === 'Kubernetes Clusters' && group === 'bindery')).toBeDefined()
    expect(lines.filter(({ product }) => product === 'Kubernetes Clusters').map(({ amount }) => amount)).toEqual(['40.00', '24.00'])
    expect(lines.filter(({ product }) => product === 'Reserved IPs')).toMatchObject([{ amount: '5.00' }])
    expect(lines.filter(({ product }) => product === 'Snapshots')).toHaveLength(1)
    const { body: summary } = await shop.get(`${invoices}/preview/summary`)
    expect(cents(summary.amount)).toBe(sum(lines))
  })

  it('returns an invoice as CSV and as PDF', async ({ shop }) => {
    await createResources(shop)
    await shop.post('/v2/volumes', { ...coversVolume, name: 'b', size_gigabytes: 10 })
    await shop.setClock('2026-04-01T12:00:00Z')
    const [{ invoice_uuid: uuid, invoice_id: number, amount }] = (await shop.get(invoices)).body.invoices
    const csv = await fetchFile(shop, `${invoices}/${uuid}/csv`)
    expect(csv.headers.get('content-type')).toMatch(/^text\/csv/)
    const rows = (await csv.text()).trimEnd().split('\n')
    expect(rows[0]).toBe(
      'product,resource_uuid,resource_id,group_description,description,amount,duration,duration_unit,start_time,end_time,project_name',
    )
    expect(rows).toHaveLength(6)
    expect(rows[1]).toMatch(
      /^Droplets,,\d+,,web-01 \(s-1vcpu-2gb\),12\.00,711,Hours,2026-03-02T09:05:00Z,2026-04-01T00:00:00Z,Tidewater Books$/,
    )
    const pdf = await fetchFile(shop, `${invoices}/${uuid}/pdf`)
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    const text = Buffer.from(await pdf.arrayBuffer()).toString('latin1')
    expect(text.startsWith('%PDF-1.4\n')).toBe(true)
    expect(text).toContain(`(Invoice ${number} for 2026-03: total ${amount} US dollars)`)
    const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
    expect(text.slice(table, table + 4)).toBe('xref')
    const offsets = [...text.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset))
    expect(offsets.map((offset, at) => text.startsWith(`${at + 1} 0 obj\n`, offset))).not.toContain(false)
  })
})

describe('billing insights', () => {
  const insights = (start: string, end: string, urn = team) => `/v2/billing/${urn}/insights/${start}/${end}` as const

  it('returns the cost of each product by day', async ({ shop }) => {
    await createResources(shop)
    await shop.setClock('2026-03-14T23:59:59Z')
    const { body } = await shop.get(insights('2026-03-13', '2026-03-20'))
    expect(body).toMatchObject({ total_items: 4, total_pages: 1, current_page: 1, meta: { total: 4 } })
    expect(body.data_points[0]).toEqual({
      usage_team_urn: team,
      start_date: '2026-03-13',
      total_amount: '1.29',
      region: 'nyc3',
      sku: 'droplet-s-1vcpu-2gb',
      description: 's-1vcpu-2gb',
      group_description: '',
    })
    expect(body.data_points.map((each: Record<string, string>) => [each['start_date'], each['total_amount']])).toEqual([
      ['2026-03-13', '1.29'],
      ['2026-03-13', '0.36'],
      ['2026-03-14', '1.29'],
      ['2026-03-14', '0.36'],
    ])
    const paged = (await shop.get(`${insights('2026-03-01', '2026-03-20')}?per_page=3&page=2`)).body
    expect(paged).toMatchObject({ total_items: 26, total_pages: 9, current_page: 2 })
    expect(paged.data_points).toHaveLength(3)
    expect((await shop.get(insights('2026-01-01', '2026-02-28'))).body.data_points).toEqual([])
  })

  it('returns 404 for teams of other organizations and 422 for invalid dates', async ({ shop }) => {
    const { team: other } = (await shop.post('/v2/organizations/team', { name: 'Tidewater Audio' })).body
    expect((await shop.get(insights('2026-03-01', '2026-03-02', `do:team:${other.uuid}`))).body.data_points).toEqual([])
    const unknown = '8f3c6e90-2157-4db4-8a38-7c5b4a3f2d02'
    expect((await shop.get(insights('2026-03-01', '2026-03-02', `do:team:${unknown}`))).status).toBe(404)
    expect((await shop.get(insights('2026-03-01', '2026-03-02', `do:teamgroup:${unknown}`))).status).toBe(404)
    await expectRefusal(shop.get(insights('2026-03-02', '2026-03-01')), 422, 'end_date')
    expect((await shop.get(insights('2026-02-30', '2026-03-02'))).status).toBe(422)
  })
})
