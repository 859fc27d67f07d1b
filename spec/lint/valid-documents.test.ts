/** Every document is valid OpenAPI 3.1 as it lies on disk, without the conventions. */
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { buildEditorSchema, getOpenApiSchema } from './editor-schema.ts'
import { folders } from './specification-types.ts'
import { goodDocument, edit } from './testing/good-document.ts'

const spec = new URL('../', import.meta.url)
const documents = folders.flatMap((folder) =>
  readdirSync(new URL(folder, spec))
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => `${folder}/${file}`),
)

const ajv = new Ajv2020({ strict: false, validateFormats: false })

const validateInEditor = ajv.compile(buildEditorSchema())

describe.each([
  { name: 'the official schema of OpenAPI 3.1', validate: ajv.compile(getOpenApiSchema()) },
  { name: 'the schema for editors', validate: validateInEditor },
])('$name', ({ validate }) => {
  it.each(documents)('accepts %s', (path) => {
    validate(load(readFileSync(fileURLToPath(new URL(path, spec)), 'utf8')))
    expect(validate.errors ?? []).toEqual([])
  })
})

describe('the schema for editors', () => {
  it.each([
    { mistake: 'an unknown key of an operation', from: '      summary: List things', to: '      title: List things', at: 'get' },
    { mistake: 'an unknown key of a schema', from: 'type: integer, description: Given', to: 'type: integer, label: Given', at: 'id' },
    { mistake: 'an unknown type', from: '{ type: integer, description', to: '{ type: int, description', at: 'type' },
    { mistake: 'an unknown extension', from: 'x-effect: { lists', to: 'x-effects: { lists', at: 'get' },
    { mistake: 'a wrong value of an extension', from: 'after: PT60S', to: 'after: 60s', at: 'after' },
    { mistake: 'an extension in the wrong place', from: 'x-resource: { one', to: 'x-effect: { one', at: 'Thing' },
    { mistake: 'a path parameter that is not required', from: '        required: true\n', to: '', at: '0' },
    { mistake: 'a status code that does not exist', from: "        '204':", to: "        '2040':", at: 'responses' },
  ])('rejects $mistake', ({ from, to, at }) => {
    expect(validateInEditor(load(edit(goodDocument, { [from]: to })))).toBe(false)
    expect(validateInEditor.errors?.map(({ instancePath }) => instancePath.split('/').at(-1))).toContain(at)
  })
})
