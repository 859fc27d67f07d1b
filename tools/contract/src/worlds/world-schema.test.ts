/** The JSON Schema of world files, by which editors complete and check: it lets through what the sandbox does, and sees what people get wrong. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { repoFolder } from '../load-specification.ts'

const schema: object = createRequire(import.meta.url)('@spindrift/sandbox/world.schema.json')
const validate = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).compile(schema)
const explain = (world: unknown) =>
  validate(world) ? [] : validate.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`)

it('takes the world of the guide', () => {
  const [, example = ''] =
    /```yaml\n(# my-world\.yaml\n.*?)```/s.exec(readFileSync(`${repoFolder}packages/reference/guides/seed-data.md`, 'utf8')) ?? []
  expect(explain(parse(example))).toEqual([])
})

it('accepts the world of the examples', () => {
  expect(explain(parse(readFileSync(`${repoFolder}packages/sandbox/worlds/tidewater.yaml`, 'utf8')))).toEqual([])
})

it.each([
  { given: { droplet: [] }, want: ' must NOT have additional properties' },
  { given: { droplets: {} }, want: '/droplets must be array' },
  { given: { droplets: [{ name: 'web-1', image: 'ubuntu-24-04-x64' }] }, want: "/droplets/0 must have required property 'size'" },
  { given: { vpcs: [{ name: 'net', region: 'nyc3', range: '10.0.0.0/20' }] }, want: '/vpcs/0 must NOT have additional properties' },
  { given: { volumes: [{ name: 'data', region: 'nyc3', size_gigabytes: 'ten' }] }, want: '/volumes/0/size_gigabytes must be integer' },
  { given: { limits: { droplets: -1 } }, want: '/limits/droplets must be >= 0' },
])('sees what is wrong: $want', ({ given, want }) => {
  expect(explain(given)).toContain(want)
})
