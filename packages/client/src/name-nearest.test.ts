import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { createCloud } from './create-cloud.ts'
import { CloudError } from './errors.ts'

const cloud = createCloud({ baseUrl: 'http://127.0.0.1:1', token: 't' })

/** As someone without types would. */
function read(path: string): unknown {
  return path.split('.').reduce<unknown>((holder, name) => Reflect.get(Object(holder), name), cloud)
}

test.each([
  { path: 'droplet', want: 'cloud has no "droplet": did you mean "droplets"?' },
  { path: 'loadbalancers', want: 'cloud has no "loadbalancers": did you mean "loadBalancers"?' },
  { path: 'droplets.lst', want: 'cloud.droplets has no "lst": did you mean "list"?' },
  { path: 'droplets.backup', want: 'cloud.droplets has no "backup": did you mean "backups"?' },
  { path: 'droplets.backups.lists', want: 'cloud.droplets.backups has no "lists": did you mean "list"?' },
])('$path', ({ path, want }) => {
  expect(() => read(path)).toThrow(CloudError)
  expect(() => read(path)).toThrow(want)
})

test('names that are near to none are not there, as of any object', () => {
  for (const name of ['then', 'toJSON', 'asymmetricMatch', '$$typeof', 'nodeType', 'inspect', 'x']) {
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
