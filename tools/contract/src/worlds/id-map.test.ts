import { describe, expect, it } from 'vitest'
import { IdMap } from './id-map.ts'

describe('IdMap', () => {
  const example = { volume: { id: '506f78a4-e098-11e5-ad9f-000f53306ae1', size: 100, droplet_ids: [412800101], state: 'in-use' } }
  const real = { volume: { id: '00000000-0000-4000-8000-000000000001', size: 20, droplet_ids: [412800777], state: 'free' } }

  it('learns which id stands for which, and nothing else', () => {
    const ids = new IdMap()
    expect(ids.learn(example, real)).toBe(true)
    expect(ids.translate(example)).toEqual({ volume: { ...real.volume, size: 100, state: 'in-use' } })
    expect(ids.learn(example, real)).toBe(false)
  })

  it('replaces names inside of names', () => {
    const ids = new IdMap()
    ids.learn(example, real)
    expect(ids.translate(['do:volume:506f78a4-e098-11e5-ad9f-000f53306ae1', 'do:droplet:412800101', 'x412800101'])).toEqual([
      'do:volume:00000000-0000-4000-8000-000000000001',
      'do:droplet:412800777',
      'x412800101',
    ])
  })

  it('keeps what it learned first unless it learns anew', () => {
    const ids = new IdMap()
    ids.learn(example, real)
    const other = { volume: { id: '00000000-0000-4000-8000-000000000002' } }
    ids.learn(example, other)
    expect(ids.translate(example).volume.id).toBe(real.volume.id)
    ids.relearn(example, other)
    expect(ids.translate(example).volume.id).toBe(other.volume.id)
  })
})
