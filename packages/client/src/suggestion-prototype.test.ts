import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { createCloud } from './create-cloud.ts'
import { CloudError } from './errors.ts'
import { createVolumes } from './generated/volumes.ts'

const cloud = createCloud({ baseUrl: 'http://127.0.0.1:1', token: 't' })

/** As someone without types would. */
function read(path: string): unknown {
  return path.split('.').reduce<unknown>((holder, name) => Reflect.get(Object(holder), name), cloud)
}

test.each([
  { path: 'droplet', expected: 'There is no "droplet" here: did you mean "droplets"?' },
  { path: 'DROPLETS', expected: 'There is no "DROPLETS" here: did you mean "droplets"?' },
  { path: 'loadbalancers', expected: 'There is no "loadbalancers" here: did you mean "loadBalancers"?' },
  { path: 'droplets.lst', expected: 'There is no "lst" here: did you mean "list"?' },
  { path: 'droplets.cratee', expected: 'There is no "cratee" here: did you mean "create"?' },
  { path: 'withOption', expected: 'There is no "withOption" here: did you mean "withOptions"?' },
  { path: 'droplets.backup', expected: 'There is no "backup" here: did you mean "backups"?' },
  { path: 'droplets.backups.lists', expected: 'There is no "lists" here: did you mean "list"?' },
])('$path', ({ path, expected }) => {
  expect(() => read(path)).toThrow(CloudError)
  expect(() => read(path)).toThrow(expected)
})

test('a client of one family too', () => {
  const volumes = createVolumes({ baseUrl: 'http://127.0.0.1:1', token: 't' })
  expect(() => Reflect.get(volumes, 'delet')).toThrow('There is no "delet" here: did you mean "delete"?')
  expect(Reflect.get(volumes, 'then')).toBeUndefined()
  expect(Object.keys(volumes)).toContain('list')
})

test('names that are near to none are not there, as of any object', () => {
  for (const name of ['then', 'toJSON', 'asymmetricMatch', '$$typeof', 'nodeType', 'inspect', 'lisxy', 'x']) {
    expect(read(name)).toBeUndefined()
    expect(read(`droplets.${name}`)).toBeUndefined()
  }
})

test('it can be awaited, written, printed, compared and asked by symbols', async () => {
  expect(await cloud).toBe(cloud)
  expect(await cloud.droplets).toBe(cloud.droplets)
  expect(JSON.parse(JSON.stringify(cloud))).toHaveProperty('droplets')
  expect(inspect(cloud.volumes)).toContain('list')
  expect({ cloud }).toEqual({ cloud })
  expect(String(cloud)).toBe('[object Object]')
})
