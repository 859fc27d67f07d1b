import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { createCloud } from './create-cloud.ts'
import { CloudError } from './errors.ts'
import { createVolumes } from './generated/volumes.ts'

const cloud = createCloud({ baseUrl: 'http://127.0.0.1:1', token: 't' })

/** Reads a property path without types. */
function read(path: string): unknown {
  return path.split('.').reduce<unknown>((holder, name) => Reflect.get(Object(holder), name), cloud)
}

test.each([
  { path: 'droplet', expected: 'There is no "droplet": did you mean "droplets"?' },
  { path: 'DROPLETS', expected: 'There is no "DROPLETS": did you mean "droplets"?' },
  { path: 'loadbalancers', expected: 'There is no "loadbalancers": did you mean "loadBalancers"?' },
  { path: 'droplets.lst', expected: 'There is no "lst": did you mean "list"?' },
  { path: 'droplets.cratee', expected: 'There is no "cratee": did you mean "create"?' },
  { path: 'withOption', expected: 'There is no "withOption": did you mean "withOptions"?' },
  { path: 'droplets.backup', expected: 'There is no "backup": did you mean "backups"?' },
  { path: 'droplets.backups.lists', expected: 'There is no "lists": did you mean "list"?' },
])('$path', ({ path, expected }) => {
  expect(() => read(path)).toThrow(CloudError)
  expect(() => read(path)).toThrow(expected)
})

test('suggests names of a single family', () => {
  const volumes = createVolumes({ baseUrl: 'http://127.0.0.1:1', token: 't' })
  expect(() => Reflect.get(volumes, 'delet')).toThrow('There is no "delet": did you mean "delete"?')
  expect(Reflect.get(volumes, 'then')).toBeUndefined()
  expect(Object.keys(volumes)).toContain('list')
})

test('other unknown names are undefined', () => {
  for (const name of ['then', 'toJSON', 'asymmetricMatch', '$$typeof', 'nodeType', 'inspect', 'lisxy', 'x']) {
    expect(read(name)).toBeUndefined()
    expect(read(`droplets.${name}`)).toBeUndefined()
  }
})

test('can be awaited, serialized, printed, compared and read by symbols', async () => {
  expect(await cloud).toBe(cloud)
  expect(await cloud.droplets).toBe(cloud.droplets)
  expect(JSON.parse(JSON.stringify(cloud))).toHaveProperty('droplets')
  expect(inspect(cloud.volumes)).toContain('list')
  expect({ cloud }).toEqual({ cloud })
  expect(String(cloud)).toBe('[object Object]')
})
