import { expect, it } from 'vitest'
import { escapeTags, writeCode, writeOr } from './write-markdown.ts'

const cases = [
  { given: 'a < b', want: 'a \\< b' },
  { given: '<script>alert(1)</script>', want: '\\<script>alert(1)\\</script>' },
  { given: 'Send `Bearer <token>`, not <b>.', want: 'Send `Bearer <token>`, not \\<b>.' },
  { given: 'escaped \\<b>', want: 'escaped \\<b>' },
  { given: 'an open ` and <b>', want: 'an open ` and \\<b>' },
]

it.each(cases)('escapeTags $given', ({ given, want }) => {
  expect(escapeTags(given)).toBe(want)
})

it('writes names that cannot end their code span', () => {
  expect(writeCode('a`b')).toBe("`a'b`")
  expect(writeOr(['attach', 'detach', 'resize'])).toBe('`attach`, `detach` or `resize`')
})
