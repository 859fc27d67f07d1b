import * as fc from 'fast-check'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { sanitizeComment, emitComment } from './emit-comment.ts'

describe('emitComment', () => {
  it.each([
    { name: 'one line', input: ['A boat.'], expected: '/** A boat. */\n' },
    { name: 'several lines', input: ['A boat.', '', 'It floats.'], expected: '/**\n * A boat.\n *\n * It floats.\n */\n' },
    { name: 'a text of several lines', input: ['A boat.\n\nIt floats.  \n'], expected: '/**\n * A boat.\n *\n * It floats.\n */\n' },
    { name: 'nothing', input: [], expected: '' },
    { name: 'only blanks', input: ['', ' \n '], expected: '' },
    { name: 'a tag of its own', input: ['A boat.', { tag: 'deprecated' as const }], expected: '/**\n * A boat.\n * @deprecated\n */\n' },
    { name: 'a tag with a text', input: [{ tag: 'example' as const, text: 'Tern' }], expected: '/** @example Tern */\n' },
    { name: 'a tag in a text', input: ['@deprecated'], expected: '/** \u2060@deprecated */\n' },
    {
      name: 'a tag in the text of a tag',
      input: [{ tag: 'example' as const, text: 'a\n@b' }],
      expected: '/**\n * @example a\n * \u2060@b\n */\n',
    },
    { name: 'an end', input: ['a */ b'], expected: '/** a *\u200b/ b */\n' },
  ])('emits $name', ({ input, expected }) => {
    expect(emitComment(input)).toBe(expected)
  })

  it('indents every line', () => {
    expect(emitComment(['a', 'b'], '  ')).toBe('  /**\n   * a\n   * b\n   */\n')
  })

  it('keeps any text inside the comment and creates no tags', () => {
    const fragments = fc.constantFrom(
      '*',
      '/',
      '@',
      'a',
      ' ',
      '\n',
      '\r',
      '\u2028',
      '\u200b',
      '\t',
      '\u00a0',
      '`',
      '{',
      '}',
      '\\',
      '\ud800',
      '\u0000',
    )
    const texts = fc.oneof(fc.string({ unit: fragments, maxLength: 30 }), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 4 }), (lines) => {
        const file = ts.createSourceFile('a.ts', `${emitComment(lines)}interface A {}`, ts.ScriptTarget.ESNext, true)
        const [statement] = file.statements
        expect(file.statements.map(({ kind }) => kind)).toEqual([ts.SyntaxKind.InterfaceDeclaration])
        expect(statement && ts.getJSDocTags(statement)).toEqual([])
        expect(file.text.isWellFormed()).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('sanitizeComment', () => {
  it.each([
    { input: '*//', expected: '*\u200b//' },
    { input: '**/', expected: '**\u200b/' },
    { input: '*\\/', expected: '*\\/' },
    { input: 'a\r\nb\rc\u2028d', expected: 'a\nb\nc\nd' },
    { input: 'a\u0000b\u202ec\u009b', expected: 'a b c ' },
    { input: 'see @a and (@b), maya@tidewater.example', expected: 'see \u2060@a and (@b), maya@tidewater.example' },
    { input: '\u200b@a *@b', expected: '\u200b\u2060@a *\u2060@b' },
    { input: '\ud83d', expected: '\ufffd' },
    { input: '\u{1f40b}\ttab', expected: '\u{1f40b}\ttab' },
  ])('sanitizes $input', ({ input, expected }) => {
    expect(sanitizeComment(input)).toBe(expected)
  })
})
