import { createCloud } from '@spindrift/client'
import { inject, onTestFinished } from 'vitest'

interface Account {
  readonly id: string
  readonly tokens: { readonly full: string }
}

/** A client with an account of its own, for as long as the test runs: it sees nothing of what others do, in this worker or another. */
export async function createAccount() {
  const baseUrl = inject('sandbox')
  const send = (method: string, body: object) =>
    fetch(`${baseUrl}/_sandbox/accounts`, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const { id, tokens } = (await (await send('POST', {})).json()) as Account
  onTestFinished(async () => void (await send('DELETE', { id })))
  return createCloud({ baseUrl, token: tokens.full })
}
