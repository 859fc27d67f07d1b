import { expect, it } from 'vitest'
import { makeOperation } from '../kit/testing/tiny-model.ts'
import { describeOperation } from './describe-operation.ts'

const cases = [
  { given: {}, want: 'All volumes of the account.' },
  { given: { scopes: ['a:read', 'b:read'] }, want: '- **Scopes:** `a:read` and `b:read`' },
  {
    given: { rateLimits: [{ name: 'cdn', limit: 5, window: 'PT10S' }] },
    want: '- **Rate limit:** 5 requests in any 10 seconds, for all operations of the budget `cdn` together',
  },
  {
    given: { rateLimits: [{ name: 'purge', limit: 50, window: 'PT20S', counts: 'body.files' }] },
    want: '- **Rate limit:** 50 items of `files` in any 20 seconds, for all operations of the budget `purge` together',
  },
  {
    given: { action: { types: ['attach', 'detach'], 'resource-type': 'volume', locks: ['Volume', 'Droplet'], duration: 'PT5S' } },
    want: '- **Starts an action:** `attach` or `detach` of a `volume`; takes about 5 seconds; until it ends, no other action can start on the `Volume` and `Droplet`',
  },
  { given: { renamedFrom: 'disks_list' }, want: '- **Older name:** `disks_list` does the same.' },
  { given: { stability: 'beta' }, want: '- **Beta:** clients use it, the public document does not have it; it can still change.' },
  { given: { stability: 'experimental' }, want: '- **Experimental:** it can still change.' },
  { given: { sameAs: 'disks_list' }, want: '- **Older spelling of:** `disks_list`.' },
  { given: { decision: 'One line\n\nand <b>more</b>.' }, want: '- **Our decision:** One line and \\<b>more\\</b>.' },
] as const

it.each(cases)('$want', ({ given, want }) => {
  expect(describeOperation(makeOperation(given)).split('\n\n').at(-1)?.trim()).toBe(want)
})
