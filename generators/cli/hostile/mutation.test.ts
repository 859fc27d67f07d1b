/** The hostile suite is worth something only if it notices a writer that is broken: here each writer is broken in turn. */
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import type * as WriteComment from '../../kit/emit-comment.ts'
import type * as WriteLiteral from '../../kit/emit-literal.ts'
import type * as WritePath from '../../kit/emit-path.ts'
import { generators } from '../registry.ts'
import { loadTinyBundles } from '../../kit/tiny-spec/load-tiny-spec.ts'
import { findProblems, type Finding } from './find-problems.ts'
import { hostileStrings } from './hostile-strings.ts'
import { places } from './places.ts'

/** Replacement of each emitter; undefined for the original one. */
const broken = vi.hoisted<{ comment?: (text: string) => string; string?: (text: string) => string; path?: (name: string) => string }>(
  () => ({}),
)

vi.mock('../../kit/emit-comment.ts', async (importOriginal) => {
  const original = await importOriginal<typeof WriteComment>()
  // The broken escaper hides its output from the real one behind private-use characters.
  const hide = (text: string) => (broken.comment?.(text) ?? text).replaceAll('*/', '\ue000').replaceAll('@', '\ue001')
  const emitComment: typeof original.emitComment = (lines, indent) => {
    if (!broken.comment) return original.emitComment(lines, indent)
    const hidden = lines.map((line) =>
      typeof line === 'string' ? hide(line) : { tag: line.tag, ...(line.text !== undefined && { text: hide(line.text) }) },
    )
    return original.emitComment(hidden, indent).replaceAll('\ue000', '*/').replaceAll('\ue001', '@')
  }
  return { ...original, emitComment }
})

vi.mock('../../kit/emit-literal.ts', async (importOriginal) => {
  const original = await importOriginal<typeof WriteLiteral>()
  const emitString: typeof original.emitString = (text) => broken.string?.(text) ?? original.emitString(text)
  const emitPropertyName: typeof original.emitPropertyName = (name) => broken.string?.(name) ?? original.emitPropertyName(name)
  return { ...original, emitString, emitPropertyName }
})

vi.mock('../../kit/emit-path.ts', async (importOriginal) => {
  const original = await importOriginal<typeof WritePath>()
  const emitPath: typeof original.emitPath = (folder, name) =>
    broken.path ? `${folder}/${broken.path(name)}` : original.emitPath(folder, name)
  return { ...original, emitPath }
})

// Other files of the same worker have loaded the writers as they are, and load them so again.
vi.hoisted(() => vi.resetModules())
afterAll(() => vi.resetModules())

const typesAndClient = generators.filter(({ name }) => name === 'types' || name === 'client')

function findAt(placeName: string): readonly Finding[] {
  const place = places.find(({ name }) => name === placeName)
  if (!place) throw new Error(`There is no place "${placeName}".`)
  return findProblems(typesAndClient, loadTinyBundles(), place, hostileStrings).findings
}

const guardTags = (text: string) => text.replace(/(^|\s)@/gm, '$1\u2060@')
const guardEnds = (text: string) => text.replaceAll('*/', '*\u200b/')

const commentWriters = [
  {
    name: 'removes a slash, so that *// collapses to */',
    comment: (text: string) => guardTags(text.replaceAll('*/', '*')),
    expected: ['comment end with two slashes'],
  },
  {
    name: 'escapes with a backslash that is then unescaped',
    comment: (text: string) => guardTags(text.replaceAll('*/', '*\\/').replaceAll('\\/', '/')),
    expected: ['comment end, twice', 'comment end with two slashes', 'comment end already escaped', 'very long'],
  },
  {
    name: 'escapes only the first',
    comment: (text: string) => guardTags(text.replace('*/', '*\u200b/')),
    expected: ['comment end, twice', 'very long'],
  },
  { name: 'lets tags through', comment: guardEnds, expected: ['documentation tag'] },
  {
    name: 'guards tags only where a line begins',
    comment: (text: string) => guardEnds(text.replace(/^(\s*)@/gm, '$1\u2060@')),
    expected: ['documentation tag'],
  },
  {
    name: 'guards tags with a space that TypeScript skips',
    comment: (text: string) => guardEnds(text.replace(/(^|\s)@/gm, '$1\u200b@')),
    expected: ['documentation tag'],
  },
]

describe('the hostile suite', { timeout: 120_000 }, () => {
  afterEach(() => {
    for (const writer of ['comment', 'string', 'path'] as const) delete broken[writer]
  })

  it.each(['property description', 'operation description', 'API name', 'path', 'property const'])(
    'finds nothing in %s when the emitters are correct',
    (place) => {
      expect(findAt(place)).toEqual([])
    },
  )

  it.each(commentWriters)('finds a comment emitter that $name', ({ comment, expected }) => {
    broken.comment = comment
    for (const place of ['property description', 'operation description']) {
      const caught = new Set(findAt(place).map(({ text }) => text))
      expect([...caught]).toEqual(expect.arrayContaining(expected))
    }
  })

  it('accepts a comment emitter that differs but is correct', () => {
    broken.comment = (text) => guardEnds(text).replaceAll('@', '\u2060@')
    expect(findAt('property description')).toEqual([])
  })

  it('finds a string emitter that escapes nothing', () => {
    broken.string = (text) => `'${text}'`
    const caught = new Set(findAt('query parameter name').map(({ text }) => text))
    expect([...caught]).toEqual(expect.arrayContaining(['quotes', 'backslashes', 'line ends', 'bidirectional overrides', 'surrogates']))
  })

  it('finds a path emitter that leaves the folder', () => {
    broken.path = (name) => `../../../../${name}`
    expect(findAt('document name').map(({ problem }) => problem)).toContain(
      'writes "packages/types/src/generated/../../../../constructor.ts"',
    )
  })
})
