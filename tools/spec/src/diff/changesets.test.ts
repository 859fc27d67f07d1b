import { describe, expect, it } from 'vitest'
import { toChange, type ChangeKind, type Impact } from './change.ts'
import { bumpFor, checkChangesets, parseChangeset, formatChangeset } from './changesets.ts'
import { checkRemoved } from './find-removed.ts'

const change = (impact: Impact, kind: ChangeKind, sentence: string) => toChange('control', { impact, kind, subject: '', sentence })
const scope = change('breaking', 'rules', '`GET /v2/boats` needs `boat:read` too.')
const property = change('addition', 'wire', '`Boat.keel` is new.')
const note = change('fix', 'notes', '`Boat` has another note.')

describe('bumpFor', () => {
  it.each([
    ['breaking', '1.2.3', 'major'],
    ['breaking', '0.2.3', 'minor'],
    ['addition', '1.2.3', 'minor'],
    ['addition', '0.2.3', 'minor'],
    ['fix', '0.2.3', 'patch'],
  ] as const)('%s of %s is %s', (impact, version, bump) => {
    expect(bumpFor(impact, version)).toBe(bump)
  })
})

describe('formatChangeset', () => {
  it('lists each affected package with its worst impact, and a sentence for each change', () => {
    expect(formatChangeset([property, note, scope], '1.0.0')).toBe(`---
'@spindrift/types': minor
'@spindrift/client': major
'@spindrift/mock': minor
'@spindrift/sandbox': major
'@spindrift/mcp': major
'@spindrift/reference': minor
'@spindrift/openapi': major
---

The APIs have changed.

**Breaking**

- \`GET /v2/boats\` needs \`boat:read\` too.

**New**

- \`Boat.keel\` is new.

**Fixed**

- \`Boat\` has another note.
`)
  })

  it.each(['0.1.0', '1.0.0'])('writes a changeset that passes the check at %s', (version) => {
    const changeset = parseChangeset(formatChangeset([scope, property, note], version))
    expect(checkChangesets([scope, property, note], [changeset], version)).toEqual([])
  })
})

describe('checkChangesets', () => {
  const input = (bump: string, text: string) =>
    parseChangeset(`---\n'@spindrift/reference': ${bump}\n"@spindrift/openapi": ${bump}\n---\n\n${text}\n`)

  it.each([
    { what: 'no changeset', changesets: [], expected: 2 },
    { what: 'a sufficient changeset', changesets: [input('patch', 'Notes.')], expected: 0 },
    { what: 'a larger changeset', changesets: [input('major', 'Notes.')], expected: 0 },
    {
      what: 'a changeset of another package',
      changesets: [parseChangeset("---\n'@spindrift/client': patch\n---\n\nNotes.\n")],
      expected: 2,
    },
  ])('returns $expected problems for a fix with $what', ({ changesets, expected }) => {
    expect(checkChangesets([note], changesets, '1.0.0')).toHaveLength(expected)
  })

  it.each([
    { version: '1.0.0', changeset: input('minor', 'Scopes. Breaking: …'), expected: 'no major changeset:' },
    { version: '0.1.0', changeset: input('minor', 'Scopes.'), expected: 'no minor changeset that says what breaks:' },
    { version: '0.1.0', changeset: input('minor', 'Breaking: scopes.'), expected: 'nothing' },
    { version: '1.0.0', changeset: input('major', 'Scopes.'), expected: 'nothing' },
  ])('reports $expected for a breaking change of $version', ({ version, changeset, expected }) => {
    const problem = checkChangesets([scope], [changeset], version).find((each) => each.startsWith('@spindrift/openapi'))
    expect(problem ?? 'nothing').toContain(expected)
  })
})

describe('checkRemoved', () => {
  const api = (operation?: object) => ({
    paths: { '/v2/boats/{id}': { get: { operationId: 'boats_get' }, ...(operation && { post: operation }) } },
  })
  it.each([
    { what: 'not deprecated', operation: {}, expected: 'without a deprecation' },
    { what: 'deprecated', operation: { deprecated: true }, expected: 'nothing' },
    { what: 'never documented', operation: { 'x-provenance': { from: 'client', note: 'Known.' } }, expected: 'nothing' },
    {
      what: 'before its sunset',
      operation: { deprecated: true, 'x-deprecation': { sunset: '2026-12-01' } },
      expected: 'before its sunset on 2026-12-01',
    },
    { what: 'after its sunset', operation: { deprecated: true, 'x-deprecation': { sunset: '2026-11-01' } }, expected: 'nothing' },
  ])('reports $expected for a removed operation: $what', ({ operation, expected }) => {
    const [problem] = checkRemoved(api(operation), api(), '2026-11-15')
    expect(problem ?? 'nothing').toContain(expected)
  })

  it('ignores renamed path parameters', () => {
    const renamed = { paths: { '/v2/boats/{boat_id}': { get: {}, post: {} } } }
    expect(checkRemoved(api({}), renamed, '2026-11-15')).toEqual([])
  })
})
