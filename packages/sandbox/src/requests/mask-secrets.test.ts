import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createMasking } from './mask-secrets.ts'

const masking = createMasking('masked', (secret) => `[${secret.length}]`)
const form = 'application/x-www-form-urlencoded'
const key = '-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----\n'

const bodies: readonly { readonly title: string; readonly input: string; readonly type?: string; readonly expected: string }[] = [
  { title: 'a password', input: '{"password":"abc","name":"abc"}', expected: '{"password":"[3]","name":"abc"}' },
  { title: 'nested properties', input: '{"a":[{"b":{"secret_key":"abcd"}}]}', expected: '{"a":[{"b":{"secret_key":"[4]"}}]}' },
  { title: 'members of a secret object', input: '{"values":{"ANY_NAME":"abc"}}', expected: '{"values":{"ANY_NAME":"[3]"}}' },
  {
    title: 'an encrypted variable',
    input: '{"key":"A","value":"abc","type":"SECRET"}',
    expected: '{"key":"A","value":"[3]","type":"SECRET"}',
  },
  { title: 'a private key', input: JSON.stringify({ private_key: key }), expected: `{"private_key":"[${key.length}]"}` },
  { title: 'the password of a URL', input: '{"uri":"postgres://ann:abc@host/db"}', expected: '{"uri":"postgres://ann:[3]@host/db"}' },
  { title: 'a token in a sentence', input: '{"message":"dop_v1_abc is gone"}', expected: '{"message":"dop_v1_[10] is gone"}' },
  { title: 'JSON in a string', input: '{"body":"{\\"token\\":\\"abc\\"}"}', expected: '{"body":"{\\"token\\":\\"[3]\\"}"}' },
  { title: 'a form', input: 'grant_type=x&client_secret=a%20b&code=abc', type: form, expected: 'grant_type=x&client_secret=[3]&code=[3]' },
  { title: 'a stream of events', input: 'data: {"token":"abc","id":"abc"}\n\n', expected: 'data: {"token":"[3]","id":"abc"}\n\n' },
  {
    title: 'a stream of events with its type',
    input: 'event: a\ndata: {"password":"a b","url":"abc"}\n\n',
    type: 'text/event-stream',
    expected: 'event: a\ndata: {"password":"[3]","url":"abc"}\n\n',
  },
  { title: 'JSON that was cut in a secret', input: '{"name":"a b","password":"ab cd\\" e', expected: '{"name":"a b","password":"[8]"}' },
  { title: 'JSON that was cut in an escape', input: '{"a":{"password":"x","b":"\\u00', expected: '{"a":{"password":"[1]"}}' },
  { title: 'JSON that was cut in a number', input: '{"a":[{"token":"abc"},12', expected: '{"a":[{"token":"[3]"}]}' },
  {
    title: 'a list under the name of a secret',
    input: '{"password":["abc",7,{"a":"b"},null]}',
    expected: '{"password":["[3]","[1]",{"a":"[1]"},null]}',
  },
  { title: 'an escaped name', input: '{"p\\u0061ssword":"abc"}', expected: '{"password":"[3]"}' },
  { title: 'an escaped name in JSON that was cut', input: '{"p\\u0061ssword":"abc","a":"b', expected: '{"password":"[3]","a":"b"}' },
  {
    title: 'a name that is secret in one place',
    input: '{"slack_webhooks":[{"url":"abc"}],"url":"abc"}',
    expected: '{"slack_webhooks":[{"url":"[3]"}],"url":"abc"}',
  },
  {
    title: 'the key of a namespace',
    input: '{"namespace":{"key":"abc"},"key":"abc"}',
    expected: '{"namespace":{"key":"[3]"},"key":"abc"}',
  },
  { title: 'the key of a BGP session', input: '{"bgp_auth_key":{"value":"abc"}}', expected: '{"bgp_auth_key":{"value":"[3]"}}' },
  { title: 'a password with @ in a URL', input: '{"url":"https://ann:a@b@host"}', expected: '{"url":"https://ann:[3]@host"}' },
  { title: 'a token in a URL', input: '{"url":"https://abc@host/x.git"}', expected: '{"url":"https://[3]@host/x.git"}' },
  {
    title: 'the signature of a URL',
    input: '{"url":"https://host/a?expires=7&signature=abc"}',
    expected: '{"url":"https://host/a?expires=7&signature=[3]"}',
  },
  { title: 'a page', input: '<input name="password" value="abc"> abc', expected: '<input name="password" value="[3]"> abc' },
  { title: 'YAML', input: 'user:\n  token: abc\n  name: abc\n', expected: 'user:\n  token: [3]\n  name: abc\n' },
  { title: 'a key in YAML', input: 'client-key-data: abc\npassword: ab cd\n', expected: 'client-key-data: [3]\npassword: [2] [2]\n' },
]

const unchanged = [
  '{ "name" : 1.0,  "id": 12345678901234567890 }',
  '{"data":{"result":[{"values":[[1,"2"]]}]}}',
  '{"page_token":"abc","max_tokens":"5","password":"","error":{"code":"invalid"}}',
  '{"secret":"orders-db","access_key":"abc","tags":["a"],"url":"https://host/a?page=2","value":"abc"}',
  '{"name":"a',
  '',
]

const headers = [
  { name: 'Authorization', input: 'Bearer abc', expected: 'Bearer [3]' },
  { name: 'authorization', input: 'abc', expected: '[3]' },
  { name: 'cookie', input: 's=1; t=2', expected: '[8]' },
  { name: 'x-of-nobody', input: 'abc', expected: '[3]' },
  { name: 'content-type', input: 'application/json; charset=utf-8', expected: 'application/json; charset=utf-8' },
  { name: 'location', input: 'https://shop.example/back?code=abc&state=x', expected: 'https://shop.example/back?code=[3]&state=x' },
]

const urls = [
  { input: '/v2/volumes?name=abc&access_token=abc', expected: '/v2/volumes?name=abc&access_token=[3]' },
  { input: 'https://a.example/back#access_token=abc&token=%7', expected: 'https://a.example/back#access_token=[3]&token=[2]' },
]

describe('masking', () => {
  it.each(bodies)('masks $title in a body', ({ input, type, expected }) => {
    expect(masking.body(input, type)).toBe(expected)
  })

  it.each(unchanged)('does not change %s', (text) => {
    expect(masking.body(text)).toBe(text)
  })

  it.each(headers)('shows the header $name: $input as $expected', ({ name, input, expected }) => {
    expect(masking.header(name, input)).toBe(expected)
  })

  it.each(urls)('masks the parameters of $input', ({ input, expected }) => {
    expect(masking.url(input)).toBe(expected)
  })

  it('masks an object by the property that contains it in responses', () => {
    expect(masking.body('{"name":"a","access_key":"abc"}', '', 'user')).toBe('{"name":"a","access_key":"[3]"}')
  })

  it.each(['[', '{"a":', '[{"a":"['])('parses a bounded number of texts like %j in one body', (chunk) => {
    const parse = vi.spyOn(JSON, 'parse')
    onTestFinished(() => parse.mockRestore())
    masking.body(JSON.stringify(Array.from({ length: 100_000 }, () => chunk)))
    expect(parse.mock.calls.length).toBeLessThan(5000)
  })

  it('masks nothing if secrets are requested', () => {
    const { body, header, url } = createMasking('shown')
    expect([body('{"password":"a"}'), header('cookie', 'a'), url('?token=a')]).toEqual(['{"password":"a"}', 'a', '?token=a'])
  })

  const inputLength = 2 ** 18
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
    '?a',
    '://a:b',
    '{"a":"',
    '@',
    'dop_v1_',
    ' ',
    'a',
    '-----BEGIN ',
  ].map((chunk) => chunk.repeat(inputLength / chunk.length))
  it.each(hostile.map((text) => ({ piece: text.slice(0, 12), text })))('reads a long text of $piece once', ({ text }) => {
    const input = `${text}&password=zyx`
    const masked = [masking.body(input), masking.body(input, form), masking.url(input)]
    expect(masked.map((each) => each.includes('zyx'))).toEqual([false, false, false])
  })
})
