/** Bodies that are broken, or that are meant to break what reads them. */
import type { Step } from './exchange-bytes.ts'
import { type HostileCase, write, formatJson } from './malformed-case.ts'

const tags = 'POST /v2/tags'
const volumes = 'POST /v2/volumes'
const mebibyte = 1024 * 1024

const bytes = (...values: number[]) => Buffer.concat([Buffer.from('{"name":"'), Buffer.from(values), Buffer.from('"}')])
const volume = (size: string) => `{"name":"hostile","region":"nyc3","size_gigabytes":${size}}`
const cluster = (key: string, number: number) =>
  `{"name":"hostile-${number}","region":"nyc1","version":"latest","node_pools":[{"name":"p","size":"s-2vcpu-4gb","count":1,"labels":{"${key}":"x"}}]}`
const balancer = (key: string) =>
  `{"name":"hostile","type":"GLOBAL","glb_settings":{"target_protocol":"http","target_port":80,"region_priorities":{"${key}":1}}}`

const unreadable = [
  '{',
  '{"name":',
  '{"name":"a",}',
  "{'name':'a'}",
  '{"name":"a"} {"name":"b"}',
  '{name:"a"}',
  '{"name":NaN}',
  '{"name":"\u0007"}',
  '{"name":"\\x41"}',
  '{"name":01}',
  '\uFEFF{"name":"a"}',
  '// {}',
  '   ',
  '"',
  '['.repeat(500_000),
  '{"a":'.repeat(150_000),
  `${'['.repeat(101)}${']'.repeat(101)}`,
]
const otherShapes = [
  '[]',
  'null',
  '"storefront"',
  '42',
  'true',
  '{}',
  '{"name":null}',
  '{"name":["a"]}',
  '{"name":{"name":"a"}}',
  `${'['.repeat(100)}${']'.repeat(100)}`,
]
const numbers = ['1e400', '-1e400', '1e309', '9007199254740993', '1e-400', '-0', '0.1', '16385', '1'.repeat(10_000), '"100"', '1e2000000']
const keys = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '\\u005f_proto__', '']
const values = ['{"polluted":1}', '{"prototype":{"polluted":1}}', 'null', '"x"']
const encodings = ['gzip', 'deflate', 'br', 'zstd', 'gzip, gzip', 'x-unheard-of']
/** No UTF-8. */
const wrongBytes = [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xe2, 0x82], [0x80]]

type Sends = (line: string, body: string | Uint8Array, headers?: readonly string[]) => readonly Step[]

export function listBodyCases(token: string): HostileCase[] {
  const sends: Sends = (line, body, headers = []) => [formatJson(token, line, body, headers)]
  return [...listTextCases(sends), ...listKeyCases(sends), ...listSizeCases(token, sends), ...listMediaTypeCases(token, sends)]
}

function listTextCases(sends: Sends): HostileCase[] {
  return [
    ...unreadable.map((body) => ({ given: `a body ${brief(body)}`, send: sends(tags, body), want: [400] })),
    ...otherShapes.map((body) => ({ given: `a body ${brief(body)}`, send: sends(tags, body), want: [422] })),
    ...numbers.map((number) => ({ given: `size_gigabytes ${brief(number)}`, send: sends(volumes, volume(number)), want: [422] })),
    ...wrongBytes.map((wrong) => ({
      given: `a name of the bytes ${wrong.map((each) => each.toString(16)).join(' ')}`,
      send: sends(tags, bytes(...wrong)),
      want: [400],
    })),
    { given: 'UTF-16', send: sends(tags, Buffer.from('\uFEFF{"name":"a"}', 'utf16le')), want: [400] },
    { given: 'a lone surrogate, escaped', send: sends(tags, '{"name":"\\ud800"}'), want: [400] },
    { given: 'NUL in a name, escaped', send: sends(tags, '{"name":"a\\u0000b"}'), want: [400] },
    { given: 'the same key twice: the last counts', send: sends(tags, '{"name":"!","name":"twice"}'), want: [201] },
  ]
}

function listKeyCases(sends: Sends): HostileCase[] {
  return [
    // None of these is a field of a tag, so that only the name is missing: what else is said there is nothing.
    ...keys.flatMap((key) =>
      values.map((value) => ({ given: `the key "${key}" with ${value}`, send: sends(tags, `{"${key}":${value}}`), want: [422] })),
    ),
    { given: '__proto__ with a name in it', send: sends(tags, '{"__proto__":{"name":"inherited"}}'), want: [422] },
    {
      given: '__proto__ for a list of tags',
      send: sends(volumes, '{"name":"a","region":"nyc3","size_gigabytes":1,"tags":["__proto__","constructor"]}'),
      want: [201],
    },
    ...keys.map((key, number) => ({
      given: `the map key "${key}" in labels`,
      send: sends('POST /v2/kubernetes/clusters', cluster(key, number)),
      want: [201],
      has: `"labels":${JSON.stringify(JSON.parse(`{"${key}":"x"}`))}`,
    })),
    ...keys.map((key) => ({
      given: `the map key "${key}" for a region`,
      send: sends('POST /v2/load_balancers', balancer(key)),
      want: [422],
    })),
  ]
}

function listSizeCases(token: string, sends: Sends): HostileCase[] {
  return [
    { given: '100,000 keys', send: sends(tags, `{${Array.from({ length: 60_000 }, (_, n) => `"k${n}":1`).join()}}`), want: [400] },
    { given: 'exactly as large a body as is taken', send: sends(tags, `{"name":"${'!'.repeat(mebibyte - 11)}"}`), want: [422] },
    { given: 'a byte more', send: sends(tags, `{"name":"${'!'.repeat(mebibyte - 10)}"}`), want: [413], closes: true },
    {
      given: 'a body of 9 exabytes, announced',
      send: [write(token, tags, ['Content-Type: application/json', 'Content-Length: 9000000000000000000'], '{')],
      want: [413],
      closes: true,
    },
  ]
}

function listMediaTypeCases(token: string, sends: Sends): HostileCase[] {
  return [
    ...encodings.map((encoding) => ({
      given: `a body in ${encoding}`,
      send: sends(tags, '{"name":"packed"}', [`Content-Encoding: ${encoding}`]),
      want: [415],
    })),
    { given: 'a body in identity', send: sends(tags, '{"name":"unpacked"}', ['Content-Encoding: identity']), want: [201] },
    { given: 'a body of another type', send: [write(token, tags, ['Content-Type: text/xml', 'Content-Length: 4'], '<a/>')], want: [415] },
    { given: 'a type that is none', send: [write(token, tags, ['Content-Type: /;;=', 'Content-Length: 2'], '{}')], want: [415] },
    {
      given: 'a type of 8,000 characters',
      send: [write(token, tags, [`Content-Type: application/${'x'.repeat(8000)}`, 'Content-Length: 2'], '{}')],
      want: [415],
    },
    { given: 'no body where one is needed', send: [write(token, tags, ['Content-Type: application/json'])], want: [422] },
  ]
}

function brief(text: string): string {
  return text.length > 40 ? `${text.slice(0, 20)}… (${text.length} characters)` : JSON.stringify(text)
}
