import type { Family } from '../tool-case.ts'

const publicKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFxV0Y2rVJm5Yv6Yb0k1qYkq1x3sHk0v7e0oYc1bq3dE anna@tidewater.example'

export const account: Family = {
  name: 'account',
  steps: [
    { tool: 'account-get-information', shows: { status: 'active', email_verified: true } },
    { tool: 'balance-get', keep: { generated: 'generated_at' } },
    { tool: 'billing-history-list', with: { Page: 1, PerPage: 10 } },
    { tool: 'region-list', with: { Page: 1, PerPage: 5 }, shows: { '#': 5 }, keep: { region: '0.slug' } },
    { tool: 'size-list', with: { Page: 2, PerPage: 3 }, shows: { '#': 3 } },
    { tool: 'key-create', with: { Name: 'anna', PublicKey: publicKey }, keep: { key: 'id' }, shows: { public_key: publicKey } },
    { tool: 'key-create', with: { Name: 'again', PublicKey: publicKey }, refused: '422' },
    { tool: 'key-get', with: { ID: '{key}' }, shows: { name: 'anna' } },
    { tool: 'key-list', shows: { '#': 1, '0.id': '{key}' } },
    { tool: 'key-delete', with: { ID: '{key}' } },
    { tool: 'key-get', with: { ID: '{key}' }, refused: '404' },
    { tool: 'action-list', with: { Page: 1, PerPage: 5 } },
    { tool: 'action-get', with: { ID: 1 }, refused: '404' },
    // After a month there is an invoice.
    { tool: 'droplet-create', with: { Name: 'billed', Region: 'nyc3', Size: 's-1vcpu-1gb', ImageSlug: 'ubuntu-24-04-x64' } },
    { tool: 'invoice-list', after: 40 * 86_400, keep: { invoice: 'invoices.0.invoice_uuid' } },
    { tool: 'get-invoice', with: { InvoiceUUID: '{invoice}' } },
    { tool: 'billing-history-list' },
    { tool: 'balance-get' },
  ],
}
