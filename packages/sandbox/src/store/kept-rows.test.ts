import { expect, test } from 'vitest'
import { openStore } from './sqlite-store.ts'

const key = { kind: 'Volume', id: 'one' }
const store = () => {
  const opened = openStore()
  opened.put({ ...key, text: '1' })
  return opened
}

test('a text is the one that was stored last, also after one that was undone', () => {
  const { text, put, transaction } = store()
  expect(text(key)).toBe('1')
  put({ ...key, text: '2' })
  expect(text(key)).toBe('2')
  const fail = () =>
    transaction(() => {
      put({ ...key, text: '3' })
      expect(text(key)).toBe('3')
      throw new Error('no')
    })
  expect(fail).toThrow('no')
  expect(text(key)).toBe('2')
})

test('a text is gone with its object, with what that lives under, with its account and with the state', () => {
  const { text, put, delete: remove, forgetAccount, clear } = store()
  const child = { kind: 'Note', id: 'a', parent: 'Volume/one/' }
  put({ ...child, text: '{}' })
  const own = { ...key, parent: '@ana/' }
  put({ ...own, text: '4' })
  expect([text(key), text(child), text(own)]).toEqual(['1', '{}', '4'])
  remove(key)
  forgetAccount('ana')
  expect([text(key), text(child), text(own)]).toEqual([undefined, undefined, undefined])
  put({ ...key, text: '5' })
  clear()
  expect(text(key)).toBeUndefined()
})

test('what is hidden with an object is kept and changed with it', () => {
  const { get, put } = store()
  expect(get(key)).toMatchObject({ text: '1', hidden: undefined })
  put({ ...key, text: '1', unique: 'a', hidden: '{"a":1}' })
  expect(get(key)).toMatchObject({ ...key, unique: 'a', hidden: '{"a":1}' })
})

test('a text that is too long to be kept is read anew', () => {
  const { text, put } = store()
  const long = JSON.stringify('a'.repeat(20_000))
  put({ ...key, text: long })
  expect(text(key)).toBe(long)
})
