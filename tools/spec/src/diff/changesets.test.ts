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

describe('writeChangeset', () => {
  it('has each package that is reached, at the size of the worst, and a sentence for each change', () => {
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

**Mended**

- \`Boat\` has another note.
`)
  })

  it.each(['0.1.0', '1.0.0'])('is enough for what it is about at %s', (version) => {
    const written = parseChangeset(formatChangeset([scope, property, note], version))
    expect(checkChangesets([scope, property, note], [written], version)).toEqual([])
  })
})

describe('checkChangesets', () => {
  const given = (bump: string, text: string) =>
    parseChangeset(`---\n'@spindrift/reference': ${bump}\n"@spindrift/openapi": ${bump}\n---\n\n${text}\n`)

  it.each([
    { what: 'none', changesets: [], want: 2 },
    { what: 'one that is large enough', changesets: [given('patch', 'Notes.')], want: 0 },
    { what: 'one that is larger', changesets: [given('major', 'Notes.')], want: 0 },
    { what: 'one of another package', changesets: [parseChangeset("---\n'@spindrift/client': patch\n---\n\nNotes.\n")], want: 2 },
  ])('a fix with $what', ({ changesets, want }) => {
    expect(checkChangesets([note], changesets, '1.0.0')).toHaveLength(want)
  })

  it.each([
    { version: '1.0.0', changeset: given('minor', 'Scopes. Breaking: …'), want: 'no major changeset:' },
    { version: '0.1.0', changeset: given('minor', 'Scopes.'), want: 'no minor changeset that says what breaks:' },
    { version: '0.1.0', changeset: given('minor', 'Breaking: scopes.'), want: 'nothing' },
    { version: '1.0.0', changeset: given('major', 'Scopes.'), want: 'nothing' },
  ])('a breaking change of $version wants $want', ({ version, changeset, want }) => {
    const fault = checkChangesets([scope], [changeset], version).find((each) => each.startsWith('@spindrift/openapi'))
    expect(fault ?? 'nothing').toContain(want)
  })
})

describe('checkRemoved', () => {
  const api = (operation?: object) => ({
    paths: { '/v2/boats/{id}': { get: { operationId: 'boats_get' }, ...(operation && { post: operation }) } },
  })
  it.each([
    { what: 'not deprecated', operation: {}, want: 'had not been deprecated' },
    { what: 'deprecated', operation: { deprecated: true }, want: 'nothing' },
    { what: 'never stable', operation: { 'x-stability': 'beta' }, want: 'nothing' },
    {
      what: 'before its sunset',
      operation: { deprecated: true, 'x-deprecation': { sunset: '2026-12-01' } },
      want: 'was to stay until 2026-12-01',
    },
    { what: 'after its sunset', operation: { deprecated: true, 'x-deprecation': { sunset: '2026-11-01' } }, want: 'nothing' },
  ])('$what', ({ operation, want }) => {
    const [fault] = checkRemoved(api(operation), api(), '2026-11-15')
    expect(fault ?? 'nothing').toContain(want)
  })

  it('takes a path with another name for its parameter as the same', () => {
    const renamed = { paths: { '/v2/boats/{boat_id}': { get: {}, post: {} } } }
    expect(checkRemoved(api({}), renamed, '2026-11-15')).toEqual([])
  })
})
