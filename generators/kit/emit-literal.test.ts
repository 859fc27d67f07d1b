import { runInNewContext } from 'node:vm'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeUnseen, emitLiteral, emitPropertyName, emitString } from './emit-literal.ts'

describe('emitLiteral', () => {
  it.each([
    { input: { a: 1, b: [true, null, 'x'] }, expected: "{ a: 1, b: [true, null, 'x'] }" },
    { input: { 'a-b': {}, c: undefined, d: [] }, expected: "{ 'a-b': {}, d: [] }" },
    { input: JSON.parse('{"__proto__": 1}'), expected: '{ ["__proto__"]: 1 }' },
    { input: undefined, expected: 'undefined' },
    { input: -0.5, expected: '-0.5' },
  ])('emits $expected', ({ input, expected }) => {
    expect(emitLiteral(input)).toBe(expected)
  })

  it('rejects a function', () => {
    expect(() => emitLiteral({ a: () => 1 })).toThrow('Cannot write a function as a literal.')
  })

  it('emits code that evaluates to the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const run = runInNewContext(`JSON.stringify(${emitLiteral(value)})`) as string
        expect(run).toBe(JSON.stringify(value))
      }),
    )
  })

  it('keeps a key that would set a prototype', () => {
    const run = runInNewContext(`Object.keys(${emitLiteral(JSON.parse('{"__proto__":{"a":1}}'))}).join()`) as string
    expect(run).toBe('__proto__')
  })
})

describe('emitPropertyName', () => {
  it.each([
    { input: 'name', expected: 'name' },
    { input: 'delete', expected: 'delete' },
    { input: '$ref', expected: '$ref' },
    { input: 'call-sign', expected: "'call-sign'" },
    { input: '2', expected: "'2'" },
    { input: '', expected: "''" },
    { input: 'n\u00e4me', expected: "'n\u00e4me'" },
    { input: 'new', expected: "'new'" },
    { input: '__proto__', expected: '["__proto__"]' },
    { input: 'constructor', expected: 'constructor' },
  ])('emits the property name $input', ({ input, expected }) => {
    expect(emitPropertyName(input)).toBe(expected)
  })
})

describe('emitString', () => {
  it.each([
    { input: `it's "so"`, expected: `'it\\'s "so"'` },
    { input: 'a\\', expected: `'a\\\\'` },
    { input: `\\'`, expected: `'\\\\\\''` },
    { input: `\\"`, expected: `'\\\\"'` },
    { input: '</script>', expected: "'<\\/script>'" },
    { input: 'a\nb\u2028c\u2029', expected: "'a\\nb\\u2028c\\u2029'" },
    { input: '\u202e\u2066\u0085\u007f\ufeff', expected: "'\\u202e\\u2066\\u0085\\u007f\\ufeff'" },
    { input: '\ud83d', expected: "'\\ud83d'" },
  ])('emits the string $input', ({ input, expected }) => {
    expect(emitString(input)).toBe(expected)
    expect(runInNewContext(expected)).toBe(input)
  })
})

describe('escapeUnseen', () => {
  it('keeps visible characters', () => {
    expect(escapeUnseen('caf\u00e9 \u{1f40b}\n\t')).toBe('caf\u00e9 \u{1f40b}\n\t')
  })
})
