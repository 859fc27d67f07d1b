import { expect, it } from 'vitest'
import { makeApi, tinyModel } from '../kit/testing/tiny-model.ts'
import { writeIndex } from './write-index.ts'

it('lists the APIs with what they are', () => {
  const html = writeIndex(tinyModel.apis.map((api) => ({ api, href: `${api.name}.html`, bytes: 3_500_000, gzipBytes: 700_000 })))
  expect(html).toContain('5 operations in 2 APIs')
  expect(html).toContain('<h2><a href="control.html">Tiny API</a></h2>')
  expect(html).toContain('<p>One family.</p>')
  expect(html).toContain('<dt>Operations</dt><dd>4</dd>')
  expect(html).toContain('<dd><code>http://127.0.0.1:4020</code></dd>')
  expect(html).toContain('<dd>3.3 MiB, 684 KiB compressed</dd>')
  expect(html).not.toContain('{{')
})

const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '&lt;b&gt;',
  '-->',
  '</title>',
  '$& $1 $`',
  '{{apis}}',
  'a\u0000b\u202ec',
]

it.each(hostile)('shows %j as text', (text) => {
  const api = makeApi({
    title: text,
    version: text,
    baseUrl: text,
    document: { ...makeApi().document, info: { title: text, version: text, description: text } },
  })
  const entry = { bytes: 1, gzipBytes: 1 }
  const html = writeIndex([{ ...entry, api, href: text }])
  const usual = writeIndex([{ ...entry, api: makeApi(), href: 'control.html' }])
  const tags = (page: string) => page.match(/<[^>]*>/g)?.map((tag) => tag.replace(/href="[^"]*"/, ''))
  expect(tags(html)).toEqual(tags(usual))
  expect(html).not.toMatch(/[\0\u202e]/)
})
