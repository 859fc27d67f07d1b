import { describe, expect, it } from 'vitest'
import type { AccountContext } from '../engine/account-context.ts'
import type { BodyRow } from '../tables/operation-row.ts'
import { findMissing } from './find-missing.ts'

/** A platform that has one region which no document names, and one that all do. */
const slugs = ['nyc3', 'mars1']
const untyped = { list: () => slugs.map((slug) => ({ slug })) }
const store = { get: ({ id }: { readonly id: string }) => slugs.filter((slug) => slug === id).map((text) => ({ text }))[0] }
const ctx = () => ({ engine: { untyped }, store }) as unknown as AccountContext

const row = { catalogs: { region: 'Region', 'regions.*': 'Region', 'spec.region': 'Region' } } as unknown as BodyRow

describe('findMissing', () => {
  it.each([
    { given: { region: 'mars1', regions: ['nyc3', 'mars1'], spec: { region: 'nyc3' } }, want: [] },
    { given: { region: '', regions: 'nyc9', spec: null }, want: [] },
    { given: { region: 5 }, want: [] },
    { given: { region: null }, want: [] },
    { given: ['nyc9'], want: [] },
    { given: { region: 'nyc9' }, want: ['/region'] },
    { given: { regions: ['nyc3', 'nyc9', 'nyc8'], spec: { region: 'nyc9' } }, want: ['/regions/1', '/regions/2', '/spec/region'] },
  ])('finds $want in $given', ({ given, want }) => {
    const found = findMissing(row, given, ctx)
    expect(found.map(({ instancePath }) => instancePath)).toEqual(want)
    for (const { params } of found) expect(params).toEqual({ allowedValues: ['mars1', 'nyc3'] })
  })
})
