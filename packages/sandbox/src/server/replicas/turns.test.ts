import { expect, it } from 'vitest'
import type { Connection } from './connection.ts'
import type { Message, Peers } from './peers.ts'
import { createTurns } from './turns.ts'

function begin(answer: () => Promise<never[]> = async () => []) {
  const asked: string[] = []
  const query: Connection['query'] = async (text) => {
    asked.push(/pg_advisory_(\w+)/.exec(text)?.[1] ?? text)
    return answer()
  }
  let time = 0
  const told: string[] = []
  const heard: (() => unknown)[] = []
  const peers = {
    on: (_what: string, hear: () => unknown) => void heard.push(hear),
    tell: async ({ what }: Message) => void told.push(what),
  }
  const turns = createTurns({ query } as Connection, peers as unknown as Peers, () => time)
  return { turns, asked, told, hear: () => heard[0]?.(), pass: (milliseconds: number) => (time += milliseconds) }
}

it('is asked for only while others write, and given once', async () => {
  const { turns, asked, pass } = begin()
  await turns.take()
  turns.give()
  expect(asked).toEqual([])
  turns.noteOthers()
  await turns.take()
  await turns.take()
  turns.give()
  turns.give()
  expect(asked).toEqual(['lock', 'unlock'])
  pass(201)
  await turns.take()
  expect(asked).toHaveLength(2)
})

it('is asked for by whoever hears that another has lost to it', async () => {
  const loser = begin()
  loser.turns.noteLost()
  loser.turns.noteLost()
  expect(loser.told).toEqual(['waits'])
  loser.pass(60)
  loser.turns.noteLost()
  expect(loser.told).toHaveLength(2)
  const winner = begin()
  winner.hear()
  await winner.turns.take()
  expect(winner.asked).toEqual(['lock'])
})

it('is done without where it is not had in time, and not asked for again at once', async () => {
  const { turns, asked, pass } = begin(async () => {
    throw new Error('canceling statement due to lock timeout')
  })
  turns.noteOthers()
  await turns.take()
  await turns.take()
  turns.give()
  expect(asked).toEqual(['lock'])
  pass(2001)
  turns.noteOthers()
  await turns.take()
  expect(asked).toEqual(['lock', 'lock'])
})
