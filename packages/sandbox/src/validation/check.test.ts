import { describe, expect, it } from 'vitest'
import { check } from './check.ts'
import type { Finding, Validator } from './validators.ts'

const find = (instancePath: string, keyword = 'type', params: Finding['params'] = {}): Finding => ({ instancePath, keyword, params })

/** Validator that rejects the faulty body with these findings, and accepts all others. */
const refuse = (findings: readonly Finding[], isFaulty: (value: unknown) => boolean = () => true): Validator =>
  Object.assign((value: unknown) => !isFaulty(value), { errors: findings })

describe('a validation error', () => {
  it.each([
    { input: find('/path/volume_id', 'format', { format: 'uuid' }), place: 'parameters', expected: 404 },
    { input: find('/path/day', 'format', { format: 'date' }), place: 'parameters', expected: 422 },
    { input: find('/query/page', 'minimum'), place: 'parameters', expected: 422 },
    { input: find('/path/name', 'format', { format: 'uuid' }), place: 'body', expected: 422 },
  ] as const)('formats an error at $input.instancePath of the $place as $expected', ({ input, place, expected }) => {
    expect(() => check(refuse([find('/query/other', 'type'), input]), {}, place)).toThrow(expect.objectContaining({ status: expected }))
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

describe('zero values', () => {
  /** Accepts `size` from 1 and, if required, only with it; lists have one item or more. */
  const createValidator = (required: readonly string[]): Validator => {
    const validator = Object.assign(
      (value: unknown): boolean => {
        const body = value as Readonly<Record<string, unknown>>
        const isMissing = (name: string) => body[name] === undefined
        validator.errors = [
          ...required.filter(isMissing).map((missingProperty) => find('', 'required', { missingProperty })),
          ...(body['size'] === 0 ? [find('/size', 'minimum', { comparison: '>=', limit: 1 })] : []),
          ...(Object.keys(body).length === 0 ? [find('', 'minProperties', { limit: 1 })] : []),
        ]
        return validator.errors.length === 0
      },
      { errors: [] as Finding[] },
    )
    return validator
  }
  const checkBody = (body: object, required: readonly string[], omitsZeros = true) =>
    check(createValidator(required), body, 'body', {}, { omitsZeros })

  it('are removed from optional fields that do not allow them', () => {
    const body = { name: 'a', size: 0 }
    checkBody(body, ['name'])
    expect(body).toEqual({ name: 'a' })
  })

  it('are reported with the known error message of the platform', () => {
    const rows = { errorMessages: { size: { minimum: 'too small' } } }
    expect(() => check(createValidator([]), { name: 'a', size: 0 }, 'body', rows, { omitsZeros: true })).toThrow('too small')
  })

  it.each([
    { input: 'a required field', body: { size: 0 }, required: ['size'], omitsZeros: true },
    { input: 'the only field', body: { size: 0 }, required: [], omitsZeros: true },
    { input: 'an API without such clients', body: { name: 'a', size: 0 }, required: [], omitsZeros: false },
  ])('are reported for $input', ({ body, required, omitsZeros }) => {
    expect(() => checkBody(body, required, omitsZeros)).toThrow(expect.objectContaining({ message: 'size: is not valid' }))
  })
})

describe('lenient values', () => {
  const boolean = { type: 'boolean' }
  const integer = { type: ['integer', 'null'] }
  it.each([
    { input: { x: null }, finding: find('/x'), expected: {} },
    { input: { x: '' }, finding: find('/x', 'format'), expected: {} },
    { input: { x: '' }, finding: find('/x', 'enum'), expected: {} },
    { input: { vpc_uuid: '' }, finding: find('/vpc_uuid', 'minLength'), expected: {} },
    { input: { tags: false }, finding: find('/tags', 'type', { type: ['array', 'null'] }), expected: {} },
    { input: { x: 'true' }, finding: find('/x', 'type', boolean), expected: { x: true } },
    { input: { x: 'false' }, finding: find('/x', 'type', boolean), expected: { x: false } },
    { input: { droplet_id: '12' }, finding: find('/droplet_id', 'type', integer), expected: { droplet_id: 12 } },
    { input: { a: { x: null } }, finding: find('/a/x'), expected: { a: {} } },
    { input: { 'a/b': null }, finding: find('/a~1b'), expected: {} },
  ])('converts $input to $expected', ({ input, finding, expected }) => {
    const before = JSON.stringify(input)
    check(
      refuse([finding], (value) => JSON.stringify(value) === before),
      input,
      'body',
    )
    expect(input).toEqual(expected)
  })

  it.each([
    { input: { name: '' }, finding: find('/name', 'minLength') },
    { input: { x: 'yes' }, finding: find('/x', 'type', boolean) },
    { input: { x: 'true' }, finding: find('/x', 'type', { type: 'array' }) },
    { input: { tags: true }, finding: find('/tags', 'type', { type: 'array' }) },
    { input: { x: false }, finding: find('/x', 'type', { type: 'string' }) },
    { input: { x: 'true' }, finding: find('/x', 'minLength', boolean) },
    { input: { count: '12' }, finding: find('/count', 'type', integer) },
    { input: { droplet_id: '012' }, finding: find('/droplet_id', 'type', integer) },
    { input: { droplet_id: '12' }, finding: find('/droplet_id', 'type', { type: 'array' }) },
    { input: { droplet_id: 12.5 }, finding: find('/droplet_id', 'type', integer) },
    { input: [null], finding: find('/0') },
    { input: {}, finding: find('/x') },
    { input: null, finding: find('') },
  ])('rejects $input and does not change it', ({ input, finding }) => {
    const before = structuredClone(input)
    const seen: unknown[] = []
    const validator = refuse([finding], (value) => seen.push(value) > 0)
    expect(() => check(validator, input, 'body')).toThrow(expect.objectContaining({ status: 422 }))
    expect(input).toEqual(before)
    // Where nothing was changed nothing is looked at again.
    expect(seen).toHaveLength(1)
  })

  it('are not accepted in parameters', () => {
    const query = { x: null }
    expect(() => check(refuse([find('/query/x')]), { query }, 'parameters')).toThrow(expect.objectContaining({ status: 422 }))
    expect(query).toEqual({ x: null })
  })
})
