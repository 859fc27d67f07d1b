import * as fc from 'fast-check'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { sanitizeComment, emitComment } from './emit-comment.ts'

describe('emitComment', () => {
  it.each([
    { name: 'one line', given: ['A boat.'], want: '/** A boat. */\n' },
    { name: 'several lines', given: ['A boat.', '', 'It floats.'], want: '/**\n * A boat.\n *\n * It floats.\n */\n' },
    { name: 'a text of several lines', given: ['A boat.\n\nIt floats.  \n'], want: '/**\n * A boat.\n *\n * It floats.\n */\n' },
    { name: 'nothing', given: [], want: '' },
    { name: 'only blanks', given: ['', ' \n '], want: '' },
    { name: 'a tag of its own', given: ['A boat.', { tag: 'deprecated' as const }], want: '/**\n * A boat.\n * @deprecated\n */\n' },
    { name: 'a tag with a text', given: [{ tag: 'example' as const, text: 'Tern' }], want: '/** @example Tern */\n' },
    { name: 'a tag in a text', given: ['@deprecated'], want: '/** \u2060@deprecated */\n' },
    {
      name: 'a tag in the text of a tag',
      given: [{ tag: 'example' as const, text: 'a\n@b' }],
      want: '/**\n * @example a\n * \u2060@b\n */\n',
    },
    { name: 'an end', given: ['a */ b'], want: '/** a *\u200b/ b */\n' },
  ])('emits $name', ({ given, want }) => {
    expect(emitComment(given)).toBe(want)
  })

  it('indents every line', () => {
    expect(emitComment(['a', 'b'], '  ')).toBe('  /**\n   * a\n   * b\n   */\n')
  })

  it('keeps any text inside the comment and creates no tags', () => {
    const pieces = fc.constantFrom(
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
    const texts = fc.oneof(fc.string({ unit: pieces, maxLength: 30 }), fc.string({ unit: 'binary' }))
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
    { given: '*//', want: '*\u200b//' },
    { given: '**/', want: '**\u200b/' },
    { given: '*\\/', want: '*\\/' },
    { given: 'a\r\nb\rc\u2028d', want: 'a\nb\nc\nd' },
    { given: 'a\u0000b\u202ec\u009b', want: 'a b c ' },
    { given: 'see @a and (@b), maya@tidewater.example', want: 'see \u2060@a and (@b), maya@tidewater.example' },
    { given: '\u200b@a *@b', want: '\u200b\u2060@a *\u2060@b' },
    { given: '\ud83d', want: '\ufffd' },
    { given: '\u{1f40b}\ttab', want: '\u{1f40b}\ttab' },
  ])('sanitizes $given', ({ given, want }) => {
    expect(sanitizeComment(given)).toBe(want)
  })
})
