import { describe, expect, it } from 'vitest'
import { check } from './check.ts'
import type { Finding, Validator } from './validators.ts'

const find = (instancePath: string, keyword = 'type', params: Finding['params'] = {}): Finding => ({ instancePath, keyword, params })

/** Refuses what has the fault, with these findings, and takes everything else. */
const refuse = (findings: readonly Finding[], isFaulty: (value: unknown) => boolean = () => true): Validator =>
  Object.assign((value: unknown) => !isFaulty(value), { errors: findings })

describe('a validation error', () => {
  it.each([
    { given: find('/path/volume_id', 'format', { format: 'uuid' }), place: 'parameters', want: 404 },
    { given: find('/path/day', 'format', { format: 'date' }), place: 'parameters', want: 422 },
    { given: find('/query/page', 'minimum'), place: 'parameters', want: 422 },
    { given: find('/path/name', 'format', { format: 'uuid' }), place: 'body', want: 422 },
  ] as const)('formats an error at $given.instancePath of the $place as $want', ({ given, place, want }) => {
    expect(() => check(refuse([find('/query/other', 'type'), given]), {}, place)).toThrow(expect.objectContaining({ status: want }))
  })

  it('has the message and the status of the platform', () => {
    const rows = { errorMessages: { 'rules.*.kind': { required: 'no kind' }, size: 'no {value}' }, errorStatuses: { 'no kind': 409 } }
    const say = (finding: Finding, body: unknown) => () => check(refuse([finding]), body, 'body', rows)
    expect(say(find('/rules/1', 'required', { missingProperty: 'kind' }), { rules: [{}, {}] })).toThrow(
      expect.objectContaining({ status: 409, message: 'no kind' }),
    )
    expect(say(find('/size', 'enum', { allowedValues: [] }), { size: 'xl' })).toThrow(
      expect.objectContaining({ status: 422, message: 'no xl' }),
    )
    expect(say(find('/size', 'type', { type: 'string' }), { size: ['xl'] })).toThrow(expect.objectContaining({ message: 'no ["xl"]' }))
    const few = find('/rules/1', 'minProperties')
    expect(() => check(refuse([few, find('/rules/1', 'required', { missingProperty: 'name' })]), { rules: [{}, {}] }, 'body')).toThrow(
      expect.objectContaining({ message: 'rules.1.name: must be given' }),
    )
    expect(say(few, { rules: [{}, {}] })).toThrow(expect.objectContaining({ message: 'rules.1: is not valid' }))
    expect(say(find('/rules/1', 'type', { type: 'object' }), { rules: [{}, 1] })).toThrow(
      expect.objectContaining({ status: 422, message: 'rules.1: must be object' }),
    )
  })
})

describe('lenient values', () => {
  const boolean = { type: 'boolean' }
  const integer = { type: ['integer', 'null'] }
  it.each([
    { given: { x: null }, finding: find('/x'), want: {} },
    { given: { x: '' }, finding: find('/x', 'format'), want: {} },
    { given: { x: '' }, finding: find('/x', 'enum'), want: {} },
    { given: { vpc_uuid: '' }, finding: find('/vpc_uuid', 'minLength'), want: {} },
    { given: { tags: false }, finding: find('/tags', 'type', { type: ['array', 'null'] }), want: {} },
    { given: { x: 'true' }, finding: find('/x', 'type', boolean), want: { x: true } },
    { given: { x: 'false' }, finding: find('/x', 'type', boolean), want: { x: false } },
    { given: { droplet_id: '12' }, finding: find('/droplet_id', 'type', integer), want: { droplet_id: 12 } },
    { given: { a: { x: null } }, finding: find('/a/x'), want: { a: {} } },
    { given: { 'a/b': null }, finding: find('/a~1b'), want: {} },
  ])('converts $given to $want', ({ given, finding, want }) => {
    const before = JSON.stringify(given)
    check(
      refuse([finding], (value) => JSON.stringify(value) === before),
      given,
      'body',
    )
    expect(given).toEqual(want)
  })

  it.each([
    { given: { name: '' }, finding: find('/name', 'minLength') },
    { given: { x: 'yes' }, finding: find('/x', 'type', boolean) },
    { given: { x: 'true' }, finding: find('/x', 'type', { type: 'array' }) },
    { given: { tags: true }, finding: find('/tags', 'type', { type: 'array' }) },
    { given: { x: false }, finding: find('/x', 'type', { type: 'string' }) },
    { given: { x: 'true' }, finding: find('/x', 'minLength', boolean) },
    { given: { count: '12' }, finding: find('/count', 'type', integer) },
    { given: { droplet_id: '012' }, finding: find('/droplet_id', 'type', integer) },
    { given: { droplet_id: '12' }, finding: find('/droplet_id', 'type', { type: 'array' }) },
    { given: { droplet_id: 12.5 }, finding: find('/droplet_id', 'type', integer) },
    { given: [null], finding: find('/0') },
    { given: {}, finding: find('/x') },
    { given: null, finding: find('') },
  ])('rejects $given and does not change it', ({ given, finding }) => {
    const before = structuredClone(given)
    const seen: unknown[] = []
    const validator = refuse([finding], (value) => seen.push(value) > 0)
    expect(() => check(validator, given, 'body')).toThrow(expect.objectContaining({ status: 422 }))
    expect(given).toEqual(before)
    // Where nothing was changed nothing is looked at again.
    expect(seen).toHaveLength(1)
  })

  it('are not accepted in parameters', () => {
    const query = { x: null }
    expect(() => check(refuse([find('/query/x')]), { query }, 'parameters')).toThrow(expect.objectContaining({ status: 422 }))
    expect(query).toEqual({ x: null })
  })
})
