import { expect, it } from 'vitest'
import { loadTinyModel } from '../kit/tiny-spec/load-tiny-spec.ts'
import { describeConsole } from './describe-console.ts'

const read = (name: string) => {
  const file = describeConsole(loadTinyModel()).find(({ path }) => path.endsWith(`/console/${name}.json`))
  return JSON.parse(file?.text ?? '') as Record<string, never>
}

it('lists operations with the data needed to search and fill them', () => {
  expect(read('index')).toMatchObject({
    groups: expect.arrayContaining([{ title: expect.any(String), families: expect.arrayContaining(['boats']) }]),
    families: { boats: 'Boats' },
    kinds: { Boat: { family: 'boats', id: 'id' } },
    operations: { boats_get: { method: 'GET', path: '/v2/boats/{boat_id}', call: 'boats.get', effect: 'gets', kind: 'Boat' } },
  })
})

it('keeps the fields of a form and every schema they reference', () => {
  const { operations, schemas } = read('boats')
  expect(operations).toMatchObject({ boats_get: { parameters: [{ name: 'boat_id', in: 'path', required: true }] } })
  const names = [...JSON.stringify({ operations, schemas }).matchAll(/"ref":"(\w+)"/g)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(0)
  expect(Object.keys(schemas ?? {})).toEqual(expect.arrayContaining(names))
  expect(JSON.stringify({ operations, schemas })).not.toContain('"x-')
})
