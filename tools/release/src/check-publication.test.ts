import { expect, test } from 'vitest'
import { findForeign, isEarly } from './check-publication.ts'

test.each([
  { text: 'Run `npx @spindrift/sandbox`.', want: true },
  { text: 'npm install --save-dev vitest @spindrift/client', want: true },
  { text: 'On npm from 0.1.0 on:\n\nnpx -y @spindrift/mcp', want: false },
  { text: 'It imports `@spindrift/types`.', want: false },
])('$text', ({ text, want }) => {
  expect(isEarly(text)).toBe(want)
})

test.each([
  { text: 'Run `npx spindrift-sandbox doctor`.', want: ['npx spindrift-sandbox'] },
  { text: 'Run `npx @spindrift/sandbox doctor`.', want: [] },
  { text: 'npm install @spindrift/mock\nnpx spindrift-mock start', want: [] },
])('$text', ({ text, want }) => {
  expect(findForeign(text)).toEqual(want)
})
