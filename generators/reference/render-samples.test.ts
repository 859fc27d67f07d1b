import { expect, it } from 'vitest'
import type { Operation } from '../model/api-model.ts'
import { createApi, createFamily, createOperation, createParameter, createReply } from '../kit/testing/tiny-model.ts'
import { renderSamples } from './render-samples.ts'

function write(change: Partial<Operation>, api = createApi()): string[] {
  const operation = createOperation(change)
  return renderSamples(api, createFamily([operation]), operation).map(({ source }) => source)
}

/** Samples of the client and curl. */
function writeBoth(change: Partial<Operation>): readonly [string, string] {
  const sources = write(change)
  return [sources[0] ?? '', sources.find((source) => source.startsWith('curl')) ?? '']
}

function createBody(value: unknown, mediaType = 'application/json'): Partial<Operation> {
  return {
    method: 'post',
    name: 'create',
    body: { required: true, content: [{ mediaType, schema: {}, examples: [{ name: 'a', value }] }] },
  }
}

it('sends required parameters in every language', () => {
  const id = createParameter({ name: 'volume_id', in: 'path', required: true, example: 'a/b' })
  const region = createParameter({ name: 'region', required: true, schema: { type: 'string', enum: ['nyc3'] } })
  const [typescript, path, fetch, curl, python, go] = write({
    path: '/v2/volumes/{volume_id}',
    name: 'get',
    parameters: [id, region, createParameter()],
  })
  expect(typescript).toBe(`import { createCloud } from '@spindrift/client'

// Reads SPINDRIFT_BASE_URL and SPINDRIFT_TOKEN.
const cloud = createCloud()
const result = await cloud.volumes.get('a/b', {
  region: 'nyc3',
})
`)
  expect(path).toBe(`import { createPathClient } from '@spindrift/client/paths'
import type { paths } from '@spindrift/types/volumes/paths'

// Reads SPINDRIFT_BASE_URL and SPINDRIFT_TOKEN.
const api = createPathClient<paths>()
const { data, error } = await api.GET(
  '/v2/volumes/{volume_id}',
  {
    params: {
      path: { volume_id: 'a/b' },
      query: { region: 'nyc3' },
    },
  },
)
`)
  expect(fetch).toBe(`const response = await fetch(\`\${process.env.SPINDRIFT_BASE_URL}/v2/volumes/a%2Fb?region=nyc3\`, {
  headers: { Authorization: \`Bearer \${process.env.SPINDRIFT_TOKEN}\` },
})
const result = await response.json()
`)
  expect(curl).toBe(`curl "$SPINDRIFT_BASE_URL/v2/volumes/a%2Fb?region=nyc3" \\\n  -H "Authorization: Bearer $SPINDRIFT_TOKEN"\n`)
  expect(python).toBe(`import os

import requests

response = requests.get(
    os.environ["SPINDRIFT_BASE_URL"] + "/v2/volumes/a%2Fb?region=nyc3",
    headers={"Authorization": "Bearer " + os.environ["SPINDRIFT_TOKEN"]},
)
response.raise_for_status()
result = response.json()
`)
  expect(go).toContain(`http.NewRequest("GET", os.Getenv("SPINDRIFT_BASE_URL")+"/v2/volumes/a%2Fb?region=nyc3", nil)`)
})

it('writes values as Python literals and as a Go string', () => {
  const [, , , , python, go] = write(createBody({ on: true, off: null, list: [1, 'a`b'], text: 'x'.repeat(60) }))
  expect(python).toContain(`    json={
        "on": True,
        "off": None,
        "list": [1, "a\`b"],
        "text": "${'x'.repeat(60)}",
    },
`)
  // A raw string cannot contain a backtick.
  expect(go).toContain('strings.NewReader("{\\n  \\"on\\": true,\\n')
})

it('uses godo in Go if it has the operation', () => {
  const body = { name: 'a', size_gigabytes: 20, tags: ['b'] }
  const go = write({ ...createBody(body), id: 'volumes_create' }).at(-1)
  expect(go).toContain(`	result, _, err := client.Storage.CreateVolume(ctx, &godo.VolumeCreateRequest{
		Name:          "a",
		SizeGigaBytes: 20,
		Tags:          []string{"b"},
	})
`)
})

it('sends the first example of the body', () => {
  const [typescript, path, fetch, curl] = write({ ...createBody({ name: "Maya's" }), replies: [createReply('204')] })
  expect(typescript).toContain(`\nawait cloud.volumes.create({ name: 'Maya\\'s' })`)
  expect(path).toContain(`const { error } = await api.POST('/v2/volumes', {\n  body: { name: 'Maya\\'s' },\n})`)
  expect(fetch).toContain(`  body: JSON.stringify({ name: 'Maya\\'s' }),\n})`)
  expect(curl).toContain(`-d '{\n  "name": "Maya'\\''s"\n}'`)
})

it('calls the client method of an action type', () => {
  const verbs = [
    { type: 'power_off', body: {}, input: 'none', description: '' },
    { type: 'resize', body: {}, input: 'required', description: '' },
  ] as const
  const id = createParameter({ name: 'volume_id', in: 'path', required: true, example: 'a' })
  const start = (body: object) => write({ ...createBody(body), path: '/v2/volumes/{volume_id}/actions', parameters: [id], verbs })[0]
  expect(start({ type: 'resize', size: 2 })).toContain("await cloud.volumes.resize('a', { size: 2 })")
  expect(start({ type: 'power_off' })).toContain("await cloud.volumes.powerOff('a')")
  expect(start({ type: 'other' })).toContain("await cloud.volumes.create('a', {\n  type: 'other',\n})")
})

it('sends forms as forms, and no token where none is needed', () => {
  const [typescript, fetch, curl] = write({ ...createBody({ code: 'a b' }, 'application/x-www-form-urlencoded'), security: [] })
  expect(typescript).toContain('// Reads SPINDRIFT_BASE_URL.\n')
  expect(fetch).toContain(`{\n  method: 'POST',\n  body: new URLSearchParams({ code: 'a b' }),\n}`)
  expect(curl).toBe(`curl -X POST "$SPINDRIFT_BASE_URL/v2/volumes" \\\n  --data-urlencode 'code=a b'\n`)
})

it('names the parts of a request where they are ambiguous, and calls a tool by its name', () => {
  const region = createParameter({ name: 'region', required: true, example: 'nyc3' })
  expect(write({ ...createBody({ size: 1 }), parameters: [region] })[0]).toContain(
    `create({\n  query: { region: 'nyc3' },\n  body: { size: 1 },\n})`,
  )
  const tool = { name: 'db-user-list', kind: 'read-only', idempotent: true, calls: 'databases_users_list', arguments: {} } as const
  expect(write({ ...createBody({ id: 'a' }), tool })[1]).toContain(`await tools.call('db-user-list', { id: 'a' })`)
})

it('omits the client for binary bodies, and everything but curl for HTML pages', () => {
  expect(write(createBody('{"a":1}\n', 'application/octet-stream')).slice(0, 2)).toEqual([
    `const response = await fetch(\`\${process.env.SPINDRIFT_BASE_URL}/v2/volumes\`, {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.SPINDRIFT_TOKEN}\`,
    'Content-Type': 'application/octet-stream',
  },
  body: '{"a":1}\\n',
})
const result = await response.json()
`,
    `curl -X POST "$SPINDRIFT_BASE_URL/v2/volumes" \\\n  -H "Authorization: Bearer $SPINDRIFT_TOKEN" \\\n  -H 'Content-Type: application/octet-stream' \\\n  --data-binary '{"a":1}\n'\n`,
  ])
  expect(write({ replies: [createReply('200', {}, 'text/html')] })).toHaveLength(1)
})

it('uses the variable of the model access key for the inference API', () => {
  expect(write({}, createApi({ name: 'inference' })).join('')).toContain('SPINDRIFT_MODEL_ACCESS_KEY')
})

it.each([
  { input: { parameters: [createParameter({ required: true })] }, why: 'a parameter without an example' },
  { input: createBody(undefined), why: 'a body without an example' },
])('renders nothing for $why', ({ input }) => {
  expect(write(input)).toEqual([])
})

it.each(["'; rm -rf ~; '", '`id`', '$(id)', '${process.exit(1)}', '*/', '\u2028', '__proto__', "'\\''"])(
  'keeps %j inside its quotes',
  (text) => {
    const [typescript, curl] = writeBoth(createBody({ [text]: text }))
    const call = typescript.slice(typescript.indexOf('create(') + 6).trim()
    // oxlint-disable-next-line no-eval -- the sample is evaluated to see that it is one literal with the value that was given
    expect((0, eval)(call)).toEqual(JSON.parse(JSON.stringify({ [text]: text })))
    const words = curl.slice(curl.indexOf('-d ') + 3).trim()
    expect(words.replaceAll("'\\''", '')).toMatch(/^'[^']*'$/)
  },
)
