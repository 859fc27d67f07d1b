import { describe, expect, it } from 'vitest'
import { findLoss, type Found } from './find-loss.ts'
import type { Witness } from './witness.ts'

const found: Found = { identity: 'a', commits: 10, closed: -1, hasLog: true }
const witness: Witness = { identity: 'a', durability: 'normal', boot: 'now', digest: '', commits: 10, synced: 7 }
const gone = { refusal: 'state.db-wal, the log of state.db, is gone, and with it what was written last.' }
const lost = (what: string) => ({ refusal: `state.db has lost ${what}: an older copy was put back, or its log is cut or gone.` })
const stopped = (much: string) => ({
  warning: `state.db: the machine stopped while this was open, and ${much}. With --durability full nothing would be.`,
})
const alone = { refusal: 'state.db.witness is gone, and state.db was not closed, so nothing can tell whether it is whole.' }

interface Case {
  readonly name: string
  readonly found?: Partial<Found>
  readonly witness?: Partial<Witness>
  readonly want: object
}

const cases: readonly Case[] = [
  { name: 'as its process left it', want: {} },
  {
    name: 'that never had a commit',
    found: { identity: '', commits: 0, closed: 0, hasLog: false },
    witness: { commits: 0, synced: 0 },
    want: {},
  },
  {
    name: 'of another identity',
    found: { identity: 'b' },
    want: { refusal: 'state.db is another state than the one its witness speaks of.' },
  },
  {
    name: 'without identity beside a witness with commits',
    found: { identity: '', commits: 0 },
    want: { refusal: 'state.db is another state than the one its witness speaks of.' },
  },
  {
    name: 'with an identity beside a witness of another that has none',
    witness: { identity: 'b', commits: 0, synced: 0 },
    want: { refusal: 'state.db is another state than the one its witness speaks of.' },
  },
  { name: 'that lacks a commit', found: { commits: 9 }, want: lost('its last commit') },
  { name: 'that lacks two', found: { commits: 8 }, want: lost('its last 2 commits') },
  { name: 'that is ahead of its witness', found: { commits: 11 }, want: {} },
  { name: 'without its log', found: { hasLog: false }, want: gone },
  { name: 'without its log, which had been closed', found: { hasLog: false, closed: 10 }, want: {} },
  { name: 'without its log, closed as its witness says', found: { hasLog: false, closed: 10 }, witness: { digest: 'd' }, want: {} },
  { name: 'closed, that lacks a commit', found: { commits: 9 }, witness: { digest: 'd', boot: 'before' }, want: lost('its last commit') },
  { name: 'after a stop', witness: { boot: 'before' }, want: stopped('the writes of its last moments may be missing') },
  {
    name: 'after a stop, with all that was synced',
    found: { commits: 7 },
    witness: { boot: 'before' },
    want: stopped('its last 3 commits cannot be found'),
  },
  { name: 'after a stop, with less than was synced', found: { commits: 6 }, witness: { boot: 'before' }, want: lost('its last 4 commits') },
  { name: 'after a stop, whole with durability full', witness: { boot: 'before', durability: 'full' }, want: {} },
  {
    name: 'after a stop, with less',
    found: { commits: 9 },
    witness: { boot: 'before', durability: 'full' },
    want: lost('its last commit'),
  },
  { name: 'after a stop, closed before', found: { closed: 10 }, witness: { boot: 'before' }, want: {} },
]

describe('a state', () => {
  it.each(cases)('$name', ({ want, ...given }) => {
    expect(findLoss('state.db', { ...found, ...given.found }, { ...witness, ...given.witness }, 'now')).toEqual(want)
  })

  it.each([
    { name: 'that is new', given: { identity: '', commits: 0, closed: 0, hasLog: false }, want: {} },
    { name: 'that was closed', given: { closed: 10, hasLog: false }, want: {} },
    { name: 'that was closed, beside a log', given: { closed: 10, hasLog: true }, want: alone },
    { name: 'that was not closed', given: { closed: 9, hasLog: false }, want: alone },
  ])('without a witness, $name', ({ given, want }) => {
    expect(findLoss('state.db', { ...found, ...given }, undefined, 'now')).toEqual(want)
  })
})
