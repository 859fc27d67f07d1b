import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMemoryCopy } from './copy.ts'
import { nameOf } from './indexed-fields.ts'
import { migrations } from './migrations.ts'
import { openStore } from './sqlite-store.ts'
import { type Condition, type Question, StateFileError, type Store, under, UniqueError } from './store.ts'
import { writeConditions } from './write-conditions.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spindrift-store-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const boat = (id: string, more: object = {}) => ({ kind: 'Boat', id, text: JSON.stringify({ id, ...more }) })

describe('the store', () => {
  it('undoes a transaction whole, totals and due work too', () => {
    const store = openStore()
    store.put(boat('1'))
    expect(store.count({ kind: 'Boat' })).toBe(1)
    const work = () =>
      store.transaction(() => {
        store.put(boat('2'))
        store.schedule({ at: 5, name: 'x', payload: '1' })
        throw new Error('no')
      })
    expect(work).toThrow('no')
    expect(store.count({ kind: 'Boat' })).toBe(1)
    expect(store.nextDue()).toBe(Infinity)
  })

  it('has each object on one page, in order, from whichever end the page is found', () => {
    const store = openStore()
    const ids = Array.from({ length: 23 }, (_, n) => String(n))
    for (const id of ids) store.put(boat(id, { isOdd: Number(id) % 2 === 1 }))
    const odd = [{ field: 'isOdd', equals: true }]
    const read = (order: 'oldest' | 'newest', size: number, where: typeof odd) =>
      Array.from({ length: Math.ceil(23 / size) + 1 }, (_, n) => {
        const { texts } = store.list({ kind: 'Boat', order, where, page: { number: n + 1, size } })
        return (JSON.parse(`[${texts}]`) as { id: string }[]).map(({ id }) => id)
      }).flat()
    for (const size of [1, 4, 7, 23, 50]) {
      expect(read('oldest', size, [])).toEqual(ids)
      expect(read('newest', size, [])).toEqual(ids.toReversed())
      expect(read('newest', size, odd)).toEqual(ids.filter((id) => Number(id) % 2 === 1).toReversed())
    }
  })

  it('has all of a kind in blocks, of which a change changes one', () => {
    const store = openStore()
    const question = { kind: 'Boat', parent: 'Harbor/1/' }
    const ids = Array.from({ length: 9000 }, (_, n) => String(n))
    store.transaction(() => {
      for (const id of ids) store.put({ ...boat(id), ...(id !== '0' && { parent: question.parent }) })
    })
    const read = () => (JSON.parse(`[${store.blocks(question).join(',')}]`) as { id: string }[]).map(({ id }) => id)
    const before = store.blocks(question)
    expect(read()).toEqual(ids.slice(1))
    expect(before.length).toBeGreaterThan(3)
    store.delete({ ...boat('1'), parent: question.parent })
    store.put({ ...boat('2', { isSold: true }), parent: question.parent })
    expect(store.blocks(question).map((texts, at) => texts === before[at])).toEqual(before.map((_, at) => at > 0))
    // A whole block goes, and the others are the same.
    store.transaction(() => {
      for (const id of ids.slice(2100, 4000)) store.delete({ ...boat(id), parent: question.parent })
      for (const id of ids.slice(4000, 6000)) store.delete({ ...boat(id), parent: question.parent })
    })
    expect(read()).toEqual([...ids.slice(2, 2100), ...ids.slice(6000)])
    expect(store.blocks({ kind: 'Buoy' })).toEqual([])
  })

  it('lists ids alone, in both orders, of all and of some', () => {
    const store = openStore()
    for (const id of ['3', '1', '"2"']) store.put(boat(id, { isOdd: id !== '"2"' }))
    store.put({ kind: 'Buoy', id: '4', text: 'null' })
    const odd = [{ field: 'isOdd', equals: true }]
    expect(store.ids({ kind: 'Boat' })).toEqual(['3', '1', '"2"'])
    expect(store.ids({ kind: 'Boat', order: 'newest' })).toEqual(['"2"', '1', '3'])
    expect(store.ids({ kind: 'Boat', where: odd, order: 'newest' })).toEqual(['1', '3'])
    expect(store.ids({ kind: 'Boat', parent: 'Harbor/1/' })).toEqual([])
  })

  it('finds what objects did by an index, of files that are older too', () => {
    const file = join(folder, 'state.db')
    fill(file, `${migrations.slice(0, 3).join('')} PRAGMA application_id = ${0x53_70_64_72}; PRAGMA user_version = 3`)
    openStore(file).close()
    const { sql } = writeConditions([{ field: 'about', equals: 'Boat/1', hidden: true }])
    const database = new DatabaseSync(file)
    const [plan] = database.prepare(`EXPLAIN QUERY PLAN SELECT text FROM rows WHERE kind = ? AND parent = ?${sql} ORDER BY seq`).all()
    database.close()
    expect(plan?.['detail']).toMatch(/^SEARCH rows USING INDEX rows_by_about/)
  })

  it('knows what carries a tag, whatever becomes of it, of files that are older too', () => {
    const file = join(folder, 'state.db')
    fill(
      file,
      `${migrations.slice(0, 4).join('')} PRAGMA application_id = ${0x53_70_64_72}; PRAGMA user_version = 4;
       INSERT INTO rows (kind, parent, id, text) VALUES ('Boat', '', '1', '{"id":"1","tags":["Red","red"]}'), ('Buoy', '', '1', '{"tags":["red"]}')`,
    )
    const indexed = ['Boat', 'Buoy'].map((kind) => ({ kind, field: 'tags[]' }))
    const store = openStore(file, { indexed })
    const red = { kind: 'Boat', where: [{ field: 'tags[]', equals: 'RED', fold: true }] }
    const told = (question: Question = red) => {
      const ids = store.ids(question)
      const { texts, total } = store.list({ ...question, order: 'newest', page: { number: 1, size: 1 } })
      expect([store.count(question), total, texts]).toEqual([ids.length, ids.length, store.newest(question) ?? ''])
      return ids
    }
    expect(told()).toEqual(['1'])
    for (const [id, tags] of Object.entries({ 2: ['blue', 'RED'], 3: [], 4: ['red'] })) store.put(boat(id, { tags, isOdd: id === '4' }))
    store.put({ ...boat('5', { tags: ['red'] }), parent: under(boat('4')) })
    expect(told()).toEqual(['1', '2', '4'])
    expect(told({ ...red, where: [{ field: 'isOdd', equals: true }, ...red.where] })).toEqual(['4'])
    const copy = join(folder, 'copy.db')
    store.save(copy)
    store.put(boat('1', { tags: ['blue'] }))
    store.put(boat('3', { tags: ['red'] }))
    store.delete(boat('4'))
    expect(told()).toEqual(['2', '3'])
    expect(told({ ...red, parent: under(boat('4')) })).toEqual([])
    store.restore({ file: copy })
    expect(told()).toEqual(['1', '2', '4'])
    expect(told({ ...red, parent: under(boat('4')) })).toEqual(['5'])
    store.clear()
    expect(told()).toEqual([])
    store.close()
  })

  it('finds objects by indexed fields as it does by others, whatever becomes of them and of what is indexed', () => {
    const file = join(folder, 'state.db')
    const asked: readonly Condition[] = [
      { field: 'owner', equals: 'ann' },
      { field: 'owner', equals: 'ANN', fold: true },
      { field: 'owner', equals: 7 },
      { field: 'owner', equals: '7' },
      { field: 'berths[]', equals: 'a' },
      { field: 'berths[]', equals: 'a', fold: true },
      { field: 'crew.cook', equals: 'ann', hidden: true },
      { field: 'log.days[].port', equals: 'Mystic' },
      { field: 'flag', equals: '' },
    ]
    const fields = asked.map(({ field, hidden }) => ({ kind: 'Boat', field, ...(hidden && { hidden }) }))
    const find = (store: Store) =>
      asked.map((condition) => {
        const question = { kind: 'Boat', where: [condition, { field: 'isSold', equals: false }] }
        expect(store.newest(question)).toBe(store.list({ ...question, order: 'newest', page: { number: 1, size: 1 } }).texts || undefined)
        expect(store.count(question)).toBe(store.ids(question).length)
        return [store.count({ kind: 'Boat', where: [condition] }), store.ids(question)]
      })
    const change = (store: Store) => {
      const put = (id: string, more: object, cook?: string) => store.put({ ...boat(id, more), hidden: JSON.stringify({ crew: { cook } }) })
      put('1', { owner: 'ann', berths: ['a', 'A'], isSold: false }, 'ann')
      put('2', { owner: 'Ann', berths: ['A'], isSold: false })
      put('3', { flag: '', owner: 7, berths: [], log: { days: [{ port: null }, { port: 'Mystic' }, {}] }, isSold: false }, 'ann')
      put('4', { owner: 'ann', berths: ['b'], isSold: true }, 'ann')
      put('5', { owner: 'bob', isSold: false }, 'bob')
      put('5', { owner: '7', berths: ['a'], isSold: false }, 'ann')
      put('6', { owner: 'ann', isSold: false })
      store.delete({ kind: 'Boat', id: '6' })
    }
    const plain = openStore()
    change(plain)
    const want = find(plain)
    expect(want.map(([count]) => count)).toEqual([2, 3, 1, 1, 2, 3, 4, 1, 1])
    const unique = [...new Map(fields.map((each) => [nameOf(each), each])).values()]
    for (const indexed of [unique, unique.slice(1), [], unique.slice(0, 1)]) {
      const store = openStore(file, { indexed })
      change(store)
      expect(find(store)).toEqual(want)
      store.close()
    }
    const store = openStore(file, { indexed: unique })
    expect(find(store)).toEqual(want)
    store.close()
    const database = new DatabaseSync(file)
    const plan = (conditions: readonly Condition[]) => {
      const { searched, from, sql, values } = writeConditions(conditions, (name) => unique.some((each) => nameOf(each) === name))
      const found = `SELECT text FROM ${from} WHERE ${searched}.kind = ? AND ${searched}.parent = ?${sql} ORDER BY seq`
      return database
        .prepare(`EXPLAIN QUERY PLAN ${found}`)
        .all('Boat', '', ...values)
        .map(({ detail }) => String(detail))
    }
    for (const condition of asked.filter(({ equals }) => equals !== '')) expect(plan([condition])[0]).toMatch(/^SEARCH fields .*value=/)
    database.close()
  })

  it('has each object on one page of a long list, whatever was stored and deleted meanwhile', () => {
    const store = openStore()
    const put = (from: number, to: number) =>
      store.transaction(() => {
        for (let n = from; n < to; n += 1) {
          store.put(boat(String(n)))
          // Others between them, as in a real state.
          if (n % 3 === 0) store.put({ kind: 'Buoy', id: String(n), text: 'null' })
        }
      })
    const kept: number[] = []
    const remove = (gone: (n: number) => boolean) =>
      store.transaction(() => {
        for (const n of kept.filter(gone)) for (const kind of ['Boat', 'Buoy']) store.delete({ kind, id: String(n) })
        kept.splice(0, kept.length, ...kept.filter((n) => !gone(n)))
      })
    const check = () => {
      for (const order of ['oldest', 'newest'] as const) {
        const all = order === 'oldest' ? kept : kept.toReversed()
        for (let number = 1; number <= Math.ceil(all.length / 200); number += 7) {
          const { texts, total } = store.list({ kind: 'Boat', order, page: { number, size: 200 } })
          expect(total).toBe(all.length)
          expect((JSON.parse(`[${texts}]`) as { id: string }[]).map(({ id }) => Number(id))).toEqual(
            all.slice((number - 1) * 200, number * 200),
          )
        }
      }
    }
    const add = (from: number, to: number) => {
      put(from, to)
      for (let n = from; n < to; n += 1) kept.push(n)
    }
    add(0, 30_000)
    check()
    remove((n) => n % 5 === 0 || (n > 9000 && n < 11_000))
    check()
    // The greatest numbers of rows are given out again.
    remove((n) => n > 20_000)
    add(30_000, 45_000)
    check()
    expect(() =>
      store.transaction(() => {
        store.delete({ kind: 'Boat', id: '1' })
        throw new Error('no')
      }),
    ).toThrow('no')
    check()
  })

  it('lists pages in either order, filtered by fields', () => {
    const store = openStore()
    for (const n of [1, 2, 3, 4])
      store.put(boat(String(n), { name: `Tern ${n % 2}`, region: { slug: 'nyc3' }, tags: n > 2 ? ['Prod'] : [] }))
    expect(store.list({ kind: 'Boat', order: 'newest', page: { number: 1, size: 1 } })).toEqual({
      texts: boat('4', { name: 'Tern 0', region: { slug: 'nyc3' }, tags: ['Prod'] }).text,
      total: 4,
    })
    expect(store.count({ kind: 'Boat', where: [{ field: 'tags[]', equals: 'prod', fold: true }] })).toBe(2)
    expect(store.count({ kind: 'Boat', where: [{ field: 'tags[]', equals: 'prod' }] })).toBe(0)
    expect(
      store.list({
        kind: 'Boat',
        where: [
          { field: 'region.slug', equals: 'nyc3' },
          { field: 'name', equals: 'Tern 1' },
        ],
      }).total,
    ).toBe(2)
    expect(() => store.list({ kind: 'Boat', where: [{ field: "a') --", equals: 1 }] })).toThrow('is no field')
  })

  it('refuses a second object of the same unique fields, and knows it by them', () => {
    const store = openStore()
    store.put({ ...boat('1'), unique: 'Tern' })
    store.put({ ...boat('1', { n: 2 }), unique: 'Tern' })
    expect(() => store.put({ ...boat('2'), unique: 'Tern' })).toThrow(UniqueError)
    expect(store.byUnique('Boat', 'Tern')).toBe('{"id":"1","n":2}')
  })

  it('deletes what lives under an object, and nothing beside it', () => {
    const store = openStore()
    store.put(boat('1'))
    store.put(boat('10'))
    for (const id of ['1', '10']) store.put({ kind: 'Sail', id: 'main', parent: under(boat(id)), text: '{}' })
    store.put({ kind: 'Reef', id: 'r', parent: under({ kind: 'Sail', id: 'main', parent: under(boat('1')) }), text: '{}' })
    expect(store.delete(boat('1'))).toBe(true)
    expect(store.delete(boat('1'))).toBe(false)
    expect(store.count({ kind: 'Sail', parent: under(boat('1')) })).toBe(0)
    expect(store.count({ kind: 'Reef', parent: under({ kind: 'Sail', id: 'main', parent: under(boat('1')) }) })).toBe(0)
    expect(store.count({ kind: 'Sail', parent: under(boat('10')) })).toBe(1)
  })

  it('hands out due work in order of time, then of noting', () => {
    const store = openStore()
    for (const [at, payload] of [
      [20, 'c'],
      [10, 'a'],
      [10, 'b'],
    ] as const)
      store.schedule({ at, name: 'x', payload })
    expect(store.takeDue(9)).toBeUndefined()
    expect([store.takeDue(20)?.payload, store.takeDue(20)?.payload, store.takeDue(20)?.payload, store.takeDue(20)]).toEqual([
      'a',
      'b',
      'c',
      undefined,
    ])
  })

  it('goes back to a copy', () => {
    const store = openStore()
    store.put(boat('1'))
    const copy = createMemoryCopy()
    store.save(copy.file)
    store.put(boat('2'))
    store.restore(copy)
    expect(store.count({ kind: 'Boat' })).toBe(1)
    copy.close()
  })
})

describe('a state file', () => {
  it('is there again after it was closed', () => {
    const file = join(folder, 'state.db')
    const first = openStore(file)
    first.put(boat('1'))
    first.next('n')
    first.close()
    const second = openStore(file)
    expect([second.text(boat('1')), second.next('n')]).toEqual(['{"id":"1"}', 2])
    second.close()
  })

  it('is refused while another has it', () => {
    const file = join(folder, 'state.db')
    const first = openStore(file)
    expect(() => openStore(file)).toThrow(/in use by another sandbox/)
    first.close()
    openStore(file).close()
  })

  const foreign = [
    {
      name: 'a text',
      make: (file: string) => writeFileSync(file, 'not a database, but long enough to be looked at. '.repeat(100)),
      want: /not a state file/,
    },
    { name: "another program's database", make: (file: string) => fill(file, 'CREATE TABLE t (x)'), want: /another program/ },
    {
      name: 'a newer one',
      make: (file: string) => fill(file, 'CREATE TABLE t (x); PRAGMA application_id = 1399874674; PRAGMA user_version = 99'),
      want: /newer version/,
    },
    { name: 'a damaged one', make: damage, want: /damaged/ },
  ]
  it.each(foreign)('that is $name is refused and left as it is', ({ make, want }) => {
    const file = join(folder, 'state.db')
    make(file)
    const before = readFileSync(file)
    expect(() => openStore(file)).toThrow(StateFileError)
    expect(() => openStore(file)).toThrow(want)
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it('keeps every acknowledged write when the process is killed', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 3; round += 1) {
      const file = join(folder, `killed-${round}.db`)
      const last = await writeUntilKilled(file, 300 + round * 200)
      const store = openStore(file)
      expect(last).toBeGreaterThan(0)
      expect(store.count({ kind: 'Boat' })).toBeGreaterThanOrEqual(last)
      // Two rows in one transaction: never one without the other.
      expect(store.count({ kind: 'Boat' })).toBe(store.count({ kind: 'Twin' }))
      store.close()
    }
  })
})

function fill(file: string, sql: string): void {
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
}

function damage(file: string): void {
  const store = openStore(file)
  store.transaction(() => {
    for (let n = 0; n < 500; n += 1) store.put(boat(String(n), { name: 'x'.repeat(200) }))
  })
  store.close()
  const bytes = readFileSync(file)
  bytes.fill(0xa5, 8192, 24_576)
  writeFileSync(file, bytes)
}

/** Runs a process that writes and says so, kills it, and gives back the last number it said. */
async function writeUntilKilled(file: string, milliseconds: number): Promise<number> {
  const module = fileURLToPath(new URL('sqlite-store.ts', import.meta.url))
  const program = `
    import { writeSync } from 'node:fs'
    import { openStore } from ${JSON.stringify(module)}
    const store = openStore(${JSON.stringify(file)})
    for (let n = 1; ; n += 1) {
      store.transaction(() => { for (const kind of ['Boat', 'Twin']) store.put({ kind, id: String(n), text: '{}' }) })
      writeSync(1, n + '\\n')
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-100)
    if (!killing) killing = setTimeout(() => child.kill('SIGKILL'), milliseconds)
  })
  let killing: NodeJS.Timeout | undefined
  await new Promise((resolve) => {
    child.on('close', resolve)
  })
  return Number(said.split('\n').at(-2))
}
