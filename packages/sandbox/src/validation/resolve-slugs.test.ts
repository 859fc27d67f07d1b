import { describe, expect, it } from 'vitest'
import type { AccountContext } from '../engine/account-context.ts'
import type { BodyRow } from '../tables/operation-row.ts'
import { resolveSlugs } from './resolve-slugs.ts'

/** A platform that has one region which no document names, and one that all do. */
const slugs = ['nyc3', 'mars1']
const untyped = { list: () => slugs.map((slug) => ({ slug, data_centers: slug === 'nyc3' ? ['nyc8'] : [] })) }
const store = { get: ({ id }: { readonly id: string }) => slugs.filter((slug) => slug === id).map((text) => ({ text }))[0] }
const ctx = () => ({ engine: { untyped }, store }) as unknown as AccountContext

const row = { catalogs: { region: 'Region', 'regions.*': 'Region', 'spec.region': 'Region' } } as unknown as BodyRow

describe('resolveSlugs', () => {
  it.each([
    { input: { region: 'mars1', regions: ['nyc3', 'mars1'], spec: { region: 'nyc3' } }, expected: [] },
    { input: { region: '', regions: 'nyc9', spec: null }, expected: [] },
    { input: { region: 5 }, expected: [] },
    { input: { region: null }, expected: [] },
    { input: ['nyc9'], expected: [] },
    { input: { region: 'nyc9' }, expected: ['/region'] },
    { input: { regions: ['nyc3', 'nyc9', 'nyc7'], spec: { region: 'nyc9' } }, expected: ['/regions/1', '/regions/2', '/spec/region'] },
  ])('finds $expected in $input', ({ input, expected }) => {
    const found = resolveSlugs(row, input, ctx)
    expect(found.map(({ instancePath }) => instancePath)).toEqual(expected)
    for (const { params } of found) expect(params).toEqual({ allowedValues: ['mars1', 'nyc3'] })
  })

  it('replaces a slug in another case, and a data center of a region', () => {
    const body = { region: 'MARS1', regions: ['nyc8', 'NYC3'], spec: { region: 'nyc3' } }
    expect(resolveSlugs(row, body, ctx)).toEqual([])
    expect(body).toEqual({ region: 'mars1', regions: ['nyc3', 'nyc3'], spec: { region: 'nyc3' } })
  })
})
