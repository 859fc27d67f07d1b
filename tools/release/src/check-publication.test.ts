import { expect, test } from 'vitest'
import { isEarly } from './check-publication.ts'

test.each([
  { text: 'Run `npx @spindrift/sandbox`.', want: true },
  { text: 'npm install --save-dev vitest @spindrift/client', want: true },
  { text: 'On npm from 0.1.0 on:\n\nnpx -y @spindrift/mcp', want: false },
  { text: 'It imports `@spindrift/types`.', want: false },
])('$text', ({ text, want }) => {
  expect(isEarly(text)).toBe(want)
})
