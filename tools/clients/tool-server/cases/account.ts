import type { Family } from '../tool-case.ts'

const publicKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFxV0Y2rVJm5Yv6Yb0k1qYkq1x3sHk0v7e0oYc1bq3dE anna@tidewater.example'

export const account: Family = {
  name: 'account',
  steps: [
    { tool: 'account-get-information', expected: { status: 'active', email_verified: true } },
    { tool: 'balance-get', save: { generated: 'generated_at' } },
    { tool: 'billing-history-list', input: { Page: 1, PerPage: 10 } },
    { tool: 'region-list', input: { Page: 1, PerPage: 5 }, expected: { '#': 5 }, save: { region: '0.slug' } },
    { tool: 'size-list', input: { Page: 2, PerPage: 3 }, expected: { '#': 3 } },
    { tool: 'key-create', input: { Name: 'anna', PublicKey: publicKey }, save: { key: 'id' }, expected: { public_key: publicKey } },
    { tool: 'key-create', input: { Name: 'again', PublicKey: publicKey }, expectedError: '422' },
    { tool: 'key-get', input: { ID: '{key}' }, expected: { name: 'anna' } },
    { tool: 'key-list', expected: { '#': 1, '0.id': '{key}' } },
    { tool: 'key-delete', input: { ID: '{key}' } },
    { tool: 'key-get', input: { ID: '{key}' }, expectedError: '404' },
    { tool: 'action-list', input: { Page: 1, PerPage: 5 } },
    { tool: 'action-get', input: { ID: 1 }, expectedError: '404' },
    // After a month there is an invoice.
    { tool: 'droplet-create', input: { Name: 'billed', Region: 'nyc3', Size: 's-1vcpu-1gb', ImageSlug: 'ubuntu-24-04-x64' } },
    { tool: 'invoice-list', advanceSeconds: 40 * 86_400, save: { invoice: 'invoices.0.invoice_uuid' } },
    { tool: 'get-invoice', input: { InvoiceUUID: '{invoice}' } },
    { tool: 'billing-history-list' },
    { tool: 'balance-get' },
  ],
}
