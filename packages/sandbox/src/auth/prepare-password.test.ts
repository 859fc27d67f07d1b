import { expect, it } from 'vitest'
import type { Platform } from '../engine/account-context.ts'
import { signInPath } from '../oauth/paths.ts'
import { preparePassword } from './prepare-password.ts'

// Of a request without a password nothing is looked up.
const platform = {} as Platform
const headers = { 'content-type': 'application/x-www-form-urlencoded' }
const body = new TextEncoder().encode('email=maya%40tidewater.example&password=x')

it.each([
  { name: 'that only reads', request: { method: 'GET', url: signInPath, headers, body } },
  { name: 'that HTTP could not read', request: { method: 'POST', url: signInPath, headers, body, rejectStatus: 413 } },
  { name: 'for something else', request: { method: 'POST', url: '/v2/volumes', headers, body } },
])('derives no key for a request $name', ({ request }) => {
  expect(preparePassword(request, platform, {})).toBeUndefined()
})
