import { createSandbox } from '@spindrift/sandbox'
import { mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { insertCopies, type RowTemplate, templateNumber, readMark, readTemplate, renderCopy } from './copy-rows.ts'

it('replaces every id in a copy, and leaves similar values', () => {
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e'
  const pattern: RowTemplate = {
    kind: 'Boat',
    rows: [
      { kind: 'Boat', parent: '', id, text: `{"id":"${id}","name":"boat-99999","size":"199999"}`, uniq: 'boat-99999', hidden: null },
      {
        kind: 'Trip',
        parent: `Boat/${id}/`,
        id: '412800101',
        text: '{"id":412800101,"price":4128001010}',
        uniq: null,
        hidden: `{"of":"${id}"}`,
      },
      { kind: 'usage', parent: '', id: '7', text: '{"from":7}', uniq: null, hidden: null },
    ],
    jobs: [{ at: 5, name: 'sail', payload: `{"boat":"${id}"}`, account: null }],
    counters: new Map([
      ['412800101', 'id:Trip'],
      ['7', 'usage'],
    ]),
  }
  const numbers: Readonly<Record<string, number>> = { 'id:Trip': 412_800_300, usage: 90 }
  const other = 'e00003f2-d9cb-469f-a165-70867728950e'
  expect(renderCopy(pattern, 1010, (counter) => numbers[counter] ?? NaN)).toEqual({
    rows: [
      {
        kind: 'Boat',
        parent: '',
        id: other,
        text: `{"id":"${other}","name":"boat-01010","size":"199999"}`,
        uniq: 'boat-01010',
        hidden: null,
      },
      {
        kind: 'Trip',
        parent: `Boat/${other}/`,
        id: '412800300',
        text: '{"id":412800300,"price":4128001010}',
        uniq: null,
        hidden: `{"of":"${other}"}`,
      },
      { kind: 'usage', parent: '', id: '90', text: '{"from":7}', uniq: null, hidden: null },
    ],
    jobs: [{ at: 5, name: 'sail', payload: `{"boat":"${other}"}`, account: null }],
  })
})

it('adds objects that the sandbox lists, finds by tag and bills', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-multiply-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const state = join(folder, 'state.db')
  const sandbox = createSandbox({ state, seed: 7, world: 'empty', actionSeconds: 0 })
  const request = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${sandbox.credentials().tokens.full}`, 'content-type': 'application/json' }
    const response = await sandbox.fetch(`http://127.0.0.1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return (await response.json()) as Readonly<Record<string, never>>
  }
  const volume = (name: string) => ({ name, region: 'nyc3', size_gigabytes: 100, tags: ['covers'] })
  const edit = async <T>(work: (database: DatabaseSync) => T): Promise<T> => {
    await request('POST', '/_sandbox/snapshots', { name: 'edited' })
    using database = new DatabaseSync(join(`${state}.snapshots`, 'edited.db'))
    return work(database)
  }
  const mark = await edit(readMark)
  await request('POST', '/v2/volumes', volume(`covers-${templateNumber}`))
  await request('POST', '/v2/volumes', volume('covers-00000'))
  const created = await edit((database) => {
    const pattern = readTemplate(database, 'Volume', mark)
    return pattern && insertCopies(database, { ...pattern, rows: pattern.rows.filter(({ text }) => !text.includes('covers-00000')) }, 1, 40)
  })
  expect(created).toBe(39)
  await request('POST', '/_sandbox/snapshots/restore', { name: 'edited' })
  expect(await request('GET', '/v2/volumes?per_page=2')).toMatchObject({ meta: { total: 41 } })
  expect(await request('GET', '/v2/volumes?name=covers-00039')).toMatchObject({ volumes: [{ name: 'covers-00039' }] })
  expect(await request('GET', '/v2/tags/covers')).toMatchObject({ tag: { resources: { volumes: { count: 41 } } } })
  await request('POST', '/_sandbox/clock', { advance_seconds: 86_400 })
  expect(await request('GET', '/v2/customers/my/invoices/preview/summary')).toMatchObject({
    product_charges: { items: [{ name: 'Volumes', count: '41' }] },
  })
  sandbox.close()
})
