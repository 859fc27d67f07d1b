import { createCloud } from '@spindrift/client'
import { inject, onTestFinished } from 'vitest'

interface Account {
  readonly id: string
  readonly tokens: { readonly full: string }
}

/** Creates an account for the current test, and a client for it. Accounts are isolated from each other. */
export async function createAccount() {
  const baseUrl = inject('sandbox')
  const send = (method: string, body: object) =>
    fetch(`${baseUrl}/_sandbox/accounts`, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const { id, tokens } = (await (await send('POST', {})).json()) as Account
  onTestFinished(async () => void (await send('DELETE', { id })))
  return createCloud({ baseUrl, token: tokens.full })
}
