import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { addUnionKeywords } from './union-keywords.ts'

const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', properties, required })
const text = { type: 'string' }
const ferry = { allOf: [object({ kind: { const: 'ferry' } }), object({ cars: { type: 'integer' } }, ['cars', 'port'])] }
const tug = object({ kind: { enum: ['tug', 'pusher'] }, pull: text }, ['pull'])

function compile(schema: object) {
  const ajv = new Ajv2020({ allErrors: true, discriminator: true, strict: false, inlineRefs: false })
  addUnionKeywords(ajv)
  ajv.addSchema(ferry, '/schemas/Ferry')
  ajv.addSchema(tug, '/schemas/Tug')
  const validate = ajv.compile(schema)
  return (value: unknown) => {
    validate(value)
    return (validate.errors ?? []).map(({ keyword, params }) => [keyword, params as Readonly<Record<string, unknown>>] as const)
  }
}

const branches = [{ $ref: '/schemas/Ferry' }, { $ref: '/schemas/Tug' }, object({ masts: text }, ['masts'])]

describe('errors of a union', () => {
  it('are grouped by branch, followed by one error with the fields of each branch', () => {
    const find = compile({ properties: { boat: { oneOf: branches } } })
    const findings = find({ boat: { cars: 'x' } })
    expect(findings.map(([keyword]) => keyword)).toEqual(['required', 'type', 'required', 'required', 'oneOf'])
    expect(findings.at(-1)?.[1]).toEqual({
      passingSchemas: null,
      ends: [0, 2, 3, 4],
      fields: [['kind', 'cars'], ['kind', 'pull'], ['masts']],
    })
    expect(find({ boat: { masts: 'two' } })).toEqual([])
  })

  it('name the branches that both match', () => {
    const finding = compile({ oneOf: branches })({ pull: 'x', masts: 'two' }).at(-1)
    expect(finding).toMatchObject(['oneOf', { passingSchemas: [1, 2] }])
  })

  it('list the allowed kinds when a discriminator selects the branch', () => {
    const find = compile({
      type: 'object',
      required: ['kind'],
      discriminator: { propertyName: 'kind' },
      oneOf: [object({ kind: { const: 'ferry' } }), tug],
    })
    expect(find({ kind: 'raft' })).toEqual([['discriminator', { tag: 'kind', kinds: ['ferry', 'tug', 'pusher'] }]])
    expect(find({ kind: 'tug', pull: 'strong' })).toEqual([])
    expect(find({ kind: 'tug' }).map(([keyword]) => keyword)).toEqual(['required'])
  })
})
