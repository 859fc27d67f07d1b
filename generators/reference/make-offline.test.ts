import { expect, it } from 'vitest'
import { makeOffline } from './make-offline.ts'

it('replaces the logo that comes from a CDN', () => {
  const page = makeOffline(
    '<script type="module">e?"https://cdn.redoc.ly/redoc/logo-mini-full.svg":"https://cdn.redoc.ly/redoc/logo-mini.svg"</script>',
  )
  expect(page).not.toContain('cdn.redoc.ly')
  expect(page.match(/data:image\/svg\+xml,[^"]+/g)).toHaveLength(2)
})

it.each([
  '<script src="https://cdn.example/a.js"></script>',
  `<link rel=stylesheet href='//fonts.example/a.css'>`,
  '<link rel="modulepreload" href="http://cdn.example/a.js">',
  '<img alt="" src=https://cdn.example/a.png>',
])('refuses %s', (html) => {
  expect(() => makeOffline(html)).toThrow('loads something from another host')
})

it('refuses a page that sends telemetry', () => {
  expect(() => makeOffline('<script>const __redoc_options = {"disableTelemetry":false};</script>')).toThrow('telemetry')
})

it('accepts links for the reader and addresses in scripts', () => {
  const html =
    '<a href="https://redocly.com/">x</a><script>const __redoc_options = {"disableTelemetry":true}; a = \'<img src="https://a.example/">\'</script>'
  expect(makeOffline(html)).toBe(html)
})
