import { DatabaseSync } from 'node:sqlite'
import { expect, it, vi } from 'vitest'
import { createTransactions } from './transactions.ts'

function make() {
  const database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE words (word TEXT)')
  const onRollback = vi.fn<() => void>()
  const add = (word: string) => void database.prepare('INSERT INTO words VALUES (?)').run(word)
  const words = () =>
    database
      .prepare('SELECT word FROM words')
      .all()
      .map(({ word }) => word)
  const { transaction } = createTransactions(database, onRollback)
  const inGroup = (work: () => void) => transaction(work, { savepoints: true })
  return { transaction, inGroup, database, onRollback, add, words }
}

const fail = () => {
  throw new Error('broken')
}

it('rolls back one transaction of a group and keeps the others', () => {
  const { inGroup, transaction, add, words } = make()
  inGroup(() => {
    transaction(() => add('one'))
    expect(() =>
      transaction(() => {
        add('two')
        fail()
      }),
    ).toThrow('broken')
    transaction(() => add('three'))
  })
  expect(words()).toEqual(['one', 'three'])
})

it('commits at the end of the group and not before', () => {
  const { inGroup, transaction, add, database } = make()
  inGroup(() => {
    expect(database.isTransaction).toBe(false)
    transaction(() => add('one'))
    expect(database.isTransaction).toBe(true)
  })
  expect(database.isTransaction).toBe(false)
})

it('throws and keeps nothing when SQLite rolled the group back', () => {
  const { inGroup, transaction, add, words, database, onRollback } = make()
  const run = () =>
    inGroup(() => {
      transaction(() => add('one'))
      // As after an error of the disk.
      expect(() =>
        transaction(() => {
          database.exec('ROLLBACK')
          fail()
        }),
      ).toThrow('broken')
      expect(() => transaction(() => add('three'))).toThrow('was undone')
    })
  expect(run).toThrow('was undone')
  expect(words()).toEqual([])
  expect(onRollback).toHaveBeenCalled()
  transaction(() => add('four'))
  expect(words()).toEqual(['four'])
})
