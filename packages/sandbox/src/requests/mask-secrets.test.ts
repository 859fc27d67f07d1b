import { describe, expect, it } from 'vitest'
import { createMasking } from './mask-secrets.ts'

const masking = createMasking('masked', (secret) => `[${secret.length}]`)
const form = 'application/x-www-form-urlencoded'
const key = '-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----\n'

const bodies: readonly { readonly title: string; readonly given: string; readonly type?: string; readonly want: string }[] = [
  { title: 'a password', given: '{"password":"abc","name":"abc"}', want: '{"password":"[3]","name":"abc"}' },
  { title: 'nested properties', given: '{"a":[{"b":{"secret_key":"abcd"}}]}', want: '{"a":[{"b":{"secret_key":"[4]"}}]}' },
  { title: 'members of a secret object', given: '{"values":{"ANY_NAME":"abc"}}', want: '{"values":{"ANY_NAME":"[3]"}}' },
  { title: 'an encrypted variable', given: '{"key":"A","value":"abc","type":"SECRET"}', want: '{"key":"A","value":"[3]","type":"SECRET"}' },
  { title: 'a private key', given: JSON.stringify({ private_key: key }), want: `{"private_key":"[${key.length}]"}` },
  { title: 'the password of a URL', given: '{"uri":"postgres://ann:abc@host/db"}', want: '{"uri":"postgres://ann:[3]@host/db"}' },
  { title: 'a token in a sentence', given: '{"message":"dop_v1_abc is gone"}', want: '{"message":"dop_v1_[10] is gone"}' },
  { title: 'JSON in a string', given: '{"body":"{\\"token\\":\\"abc\\"}"}', want: '{"body":"{\\"token\\":\\"[3]\\"}"}' },
  { title: 'a form', given: 'grant_type=x&client_secret=a%20b&code=abc', type: form, want: 'grant_type=x&client_secret=[3]&code=[3]' },
  { title: 'a stream of events', given: 'data: {"token":"abc","id":"abc"}\n\n', want: 'data: {"token":"[3]","id":"abc"}\n\n' },
  { title: 'JSON that was cut', given: '{"name":"a b","password":"ab cd\\" e', want: '{"name":"a b","password":"[2] [2]\\" [1]' },
  { title: 'a page', given: '<input name="password" value="abc"> abc', want: '<input name="password" value="[3]"> abc' },
  { title: 'YAML', given: 'user:\n  token: abc\n  name: abc\n', want: 'user:\n  token: [3]\n  name: abc\n' },
]

const unchanged = [
  '{ "name" : 1.0,  "id": 12345678901234567890 }',
  '{"data":{"result":[{"values":[[1,"2"]]}]}}',
  '{"page_token":"abc","max_tokens":"5","password":"","code":"invalid"}',
  '',
]

const headers = [
  { name: 'Authorization', given: 'Bearer abc', want: 'Bearer [3]' },
  { name: 'authorization', given: 'abc', want: '[3]' },
  { name: 'cookie', given: 's=1; t=2', want: '[8]' },
  { name: 'x-of-nobody', given: 'abc', want: '[3]' },
  { name: 'content-type', given: 'application/json; charset=utf-8', want: 'application/json; charset=utf-8' },
  { name: 'location', given: 'https://shop.example/back?code=abc&state=x', want: 'https://shop.example/back?code=[3]&state=x' },
]

const urls = [
  { given: '/v2/volumes?name=abc&access_token=abc', want: '/v2/volumes?name=abc&access_token=[3]' },
  { given: 'https://a.example/back#access_token=abc&token=%7', want: 'https://a.example/back#access_token=[3]&token=[2]' },
]

describe('masking', () => {
  it.each(bodies)('masks $title in a body', ({ given, type, want }) => {
    expect(masking.body(given, type)).toBe(want)
  })

  it.each(unchanged)('does not change %s', (text) => {
    expect(masking.body(text)).toBe(text)
  })

  it.each(headers)('shows the header $name: $given as $want', ({ name, given, want }) => {
    expect(masking.header(name, given)).toBe(want)
  })

  it.each(urls)('masks the parameters of $given', ({ given, want }) => {
    expect(masking.url(given)).toBe(want)
  })

  it('masks nothing if secrets are requested', () => {
    const { body, header, url } = createMasking('shown')
    expect([body('{"password":"a"}'), header('cookie', 'a'), url('?token=a')]).toEqual(['{"password":"a"}', 'a', '?token=a'])
  })

  const mebibyte = 2 ** 20
  const hostile = [
    '?',
    '\n',
    '"',
    '\\',
    '\\"',
    '://a:',
    '"token":',
    'token=',
    '=',
    '&',
    '[',
    '{"a":',
    'dop_v1_',
    ' ',
    'a',
    '-----BEGIN ',
  ].map((piece) => piece.repeat(mebibyte / piece.length))
  it.each(hostile.map((text) => ({ piece: text.slice(0, 12), text })))('reads a mebibyte of $piece once', ({ text }) => {
    const given = `${text}&password=zyx`
    const masked = [masking.body(given), masking.body(given, form), masking.url(given)]
    expect(masked.map((each) => each.includes('zyx'))).toEqual([false, false, false])
  })
})
