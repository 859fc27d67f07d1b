/** Broken and hostile request bodies. */
import type { SendStep } from './exchange-bytes.ts'
import { type MalformedCase, formatRawRequest, formatRawJsonRequest } from './malformed-case.ts'

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
/** Invalid UTF-8. */
const wrongBytes = [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xe2, 0x82], [0x80]]

type FormatSteps = (line: string, body: string | Uint8Array, headers?: readonly string[]) => readonly SendStep[]

export function listBodyCases(token: string): MalformedCase[] {
  const formatSteps: FormatSteps = (line, body, headers = []) => [formatRawJsonRequest(token, line, body, headers)]
  return [
    ...listTextCases(formatSteps),
    ...listKeyCases(formatSteps),
    ...listSizeCases(token, formatSteps),
    ...listMediaTypeCases(token, formatSteps),
  ]
}

function listTextCases(sends: FormatSteps): MalformedCase[] {
  return [
    ...unreadable.map((body) => ({ name: `a body ${shorten(body)}`, steps: sends(tags, body), expectedStatuses: [400] })),
    ...otherShapes.map((body) => ({ name: `a body ${shorten(body)}`, steps: sends(tags, body), expectedStatuses: [422] })),
    ...numbers.map((number) => ({
      name: `size_gigabytes ${shorten(number)}`,
      steps: sends(volumes, volume(number)),
      expectedStatuses: [422],
    })),
    ...wrongBytes.map((wrong) => ({
      name: `a name of the bytes ${wrong.map((each) => each.toString(16)).join(' ')}`,
      steps: sends(tags, bytes(...wrong)),
      expectedStatuses: [400],
    })),
    { name: 'UTF-16', steps: sends(tags, Buffer.from('\uFEFF{"name":"a"}', 'utf16le')), expectedStatuses: [400] },
    { name: 'a lone surrogate, escaped', steps: sends(tags, '{"name":"\\ud800"}'), expectedStatuses: [400] },
    { name: 'NUL in a name, escaped', steps: sends(tags, '{"name":"a\\u0000b"}'), expectedStatuses: [400] },
    { name: 'the same key twice: the last counts', steps: sends(tags, '{"name":"!","name":"twice"}'), expectedStatuses: [201] },
  ]
}

function listKeyCases(sends: FormatSteps): MalformedCase[] {
  return [
    // A tag has none of these properties, so only the name is missing.
    ...keys.flatMap((key) =>
      values.map((value) => ({
        name: `the key "${key}" with ${value}`,
        steps: sends(tags, `{"${key}":${value}}`),
        expectedStatuses: [422],
      })),
    ),
    { name: '__proto__ with a name in it', steps: sends(tags, '{"__proto__":{"name":"inherited"}}'), expectedStatuses: [422] },
    {
      name: '__proto__ for a list of tags',
      steps: sends(volumes, '{"name":"a","region":"nyc3","size_gigabytes":1,"tags":["__proto__","constructor"]}'),
      expectedStatuses: [201],
    },
    ...keys.map((key, number) => ({
      name: `the map key "${key}" in labels`,
      steps: sends('POST /v2/kubernetes/clusters', cluster(key, number)),
      expectedStatuses: [201],
      expectedText: `"labels":${JSON.stringify(JSON.parse(`{"${key}":"x"}`))}`,
    })),
    ...keys.map((key) => ({
      name: `the map key "${key}" for a region`,
      steps: sends('POST /v2/load_balancers', balancer(key)),
      expectedStatuses: [422],
    })),
  ]
}

function listSizeCases(token: string, sends: FormatSteps): MalformedCase[] {
  return [
    {
      name: '100,000 keys',
      steps: sends(tags, `{${Array.from({ length: 60_000 }, (_, n) => `"k${n}":1`).join()}}`),
      expectedStatuses: [400],
    },
    { name: 'exactly as large a body as is taken', steps: sends(tags, `{"name":"${'!'.repeat(mebibyte - 11)}"}`), expectedStatuses: [422] },
    { name: 'a byte more', steps: sends(tags, `{"name":"${'!'.repeat(mebibyte - 10)}"}`), expectedStatuses: [413], closesConnection: true },
    {
      name: 'a body of 9 exabytes, announced',
      steps: [formatRawRequest(token, tags, ['Content-Type: application/json', 'Content-Length: 9000000000000000000'], '{')],
      expectedStatuses: [413],
      closesConnection: true,
    },
  ]
}

function listMediaTypeCases(token: string, sends: FormatSteps): MalformedCase[] {
  return [
    ...encodings.map((encoding) => ({
      name: `a body in ${encoding}`,
      steps: sends(tags, '{"name":"packed"}', [`Content-Encoding: ${encoding}`]),
      expectedStatuses: [415],
    })),
    { name: 'a body in identity', steps: sends(tags, '{"name":"unpacked"}', ['Content-Encoding: identity']), expectedStatuses: [201] },
    {
      name: 'a body of another type',
      steps: [formatRawRequest(token, tags, ['Content-Type: text/xml', 'Content-Length: 4'], '<a/>')],
      expectedStatuses: [415],
    },
    {
      name: 'a type that is none',
      steps: [formatRawRequest(token, tags, ['Content-Type: /;;=', 'Content-Length: 2'], '{}')],
      expectedStatuses: [415],
    },
    {
      name: 'a type of 8,000 characters',
      steps: [formatRawRequest(token, tags, [`Content-Type: application/${'x'.repeat(8000)}`, 'Content-Length: 2'], '{}')],
      expectedStatuses: [415],
    },
    {
      name: 'no body where one is needed',
      steps: [formatRawRequest(token, tags, ['Content-Type: application/json'])],
      expectedStatuses: [422],
    },
  ]
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 20)}… (${text.length} characters)` : JSON.stringify(text)
}
