import { runInNewContext } from 'node:vm'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeUnseen, emitLiteral, emitPropertyName, emitString } from './emit-literal.ts'

describe('emitLiteral', () => {
  it.each([
    { given: { a: 1, b: [true, null, 'x'] }, want: "{ a: 1, b: [true, null, 'x'] }" },
    { given: { 'a-b': {}, c: undefined, d: [] }, want: "{ 'a-b': {}, d: [] }" },
    { given: JSON.parse('{"__proto__": 1}'), want: '{ ["__proto__"]: 1 }' },
    { given: undefined, want: 'undefined' },
    { given: -0.5, want: '-0.5' },
  ])('emits $want', ({ given, want }) => {
    expect(emitLiteral(given)).toBe(want)
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
    { given: 'name', want: 'name' },
    { given: 'delete', want: 'delete' },
    { given: '$ref', want: '$ref' },
    { given: 'call-sign', want: "'call-sign'" },
    { given: '2', want: "'2'" },
    { given: '', want: "''" },
    { given: 'n\u00e4me', want: "'n\u00e4me'" },
    { given: 'new', want: "'new'" },
    { given: '__proto__', want: '["__proto__"]' },
    { given: 'constructor', want: 'constructor' },
  ])('emits the property name $given', ({ given, want }) => {
    expect(emitPropertyName(given)).toBe(want)
  })
})

describe('emitString', () => {
  it.each([
    { given: `it's "so"`, want: `'it\\'s "so"'` },
    { given: 'a\\', want: `'a\\\\'` },
    { given: `\\'`, want: `'\\\\\\''` },
    { given: `\\"`, want: `'\\\\"'` },
    { given: '</script>', want: "'<\\/script>'" },
    { given: 'a\nb\u2028c\u2029', want: "'a\\nb\\u2028c\\u2029'" },
    { given: '\u202e\u2066\u0085\u007f\ufeff', want: "'\\u202e\\u2066\\u0085\\u007f\\ufeff'" },
    { given: '\ud83d', want: "'\\ud83d'" },
  ])('emits the string $given', ({ given, want }) => {
    expect(emitString(given)).toBe(want)
    expect(runInNewContext(want)).toBe(given)
  })
})

describe('escapeUnseen', () => {
  it('keeps visible characters', () => {
    expect(escapeUnseen('caf\u00e9 \u{1f40b}\n\t')).toBe('caf\u00e9 \u{1f40b}\n\t')
  })
})
