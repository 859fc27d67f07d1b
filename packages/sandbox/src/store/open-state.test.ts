/** What a state file and what is beside it can come to between two starts, and that none of it goes by in silence. */
import { hash } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from './sqlite-store.ts'
import { type StateOptions, StateFileError } from './store.ts'

const base = mkdtempSync(join(tmpdir(), 'spindrift-state-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const fillers = Array.from({ length: 40 }, (_, n) => `shelf-${n}`)

/** States with forty objects: one whose process died, one that was closed, and one that was closed with fewer. */
beforeAll(() => {
  for (const name of ['closed', 'other']) mkdirSync(join(base, name))
  const file = join(base, 'closed', 'state.db')
  const put = (store: ReturnType<typeof openStore>, id: string) =>
    store.put({ kind: 'Tag', id, text: JSON.stringify({ name: id.repeat(40) }) })
  const first = openStore(file)
  put(first, 'first')
  first.close()
  cpSync(join(base, 'closed'), join(base, 'older'), { recursive: true })
  const second = openStore(file)
  for (const id of fillers) put(second, id)
  cpSync(join(base, 'closed'), join(base, 'died'), { recursive: true })
  second.close()
  const other = openStore(join(base, 'other', 'state.db'))
  for (let n = 0; n < 99; n += 1) put(other, `other-${n}`)
  other.close()
})

let made = 0
function make(from: string): string {
  const folder = join(base, `case-${(made += 1)}`)
  cpSync(join(base, from), folder, { recursive: true })
  return join(folder, 'state.db')
}

const read = (file: string) =>
  Object.fromEntries(readdirSync(join(file, '..')).map((name) => [name, hash('sha256', readFileSync(join(file, '..', name)))]))

function open(file: string, options: StateOptions = {}) {
  const said: string[] = []
  const store = openStore(file, { ...options, onLoss: (sentence) => said.push(sentence) })
  const total = store.count({ kind: 'Tag' })
  store.close()
  return { said: said.join('\n'), total }
}

/** One bit of a name, where SQLite itself sees nothing. */
function flip(file: string): void {
  const bytes = readFileSync(file)
  const at = bytes.indexOf('shelf-7shelf-7')
  bytes[at + 3] = (bytes[at + 3] ?? 0) ^ 1
  writeFileSync(file, bytes)
}

const damages = [
  { given: 'no log', from: 'died', damage: (file: string) => rmSync(`${file}-wal`), want: /has lost its last 41 commits/, kept: 1 },
  {
    given: 'half of a log',
    from: 'died',
    damage: (file: string) => truncateSync(`${file}-wal`, readFileSync(`${file}-wal`).length / 2),
    want: /has lost its last \d+ commits/,
    kept: expect.any(Number) as number,
  },
  {
    given: 'a log with a byte changed',
    from: 'died',
    damage: (file: string) => flip(`${file}-wal`),
    want: /has lost its last \d+ commits/,
    kept: expect.any(Number) as number,
  },
  {
    given: 'a file without bytes beside a log',
    from: 'died',
    damage: (file: string) => truncateSync(file),
    want: /is empty, and beside it is still .*-wal and .*\.witness/,
    kept: 0,
  },
  { given: 'no file beside a log', from: 'died', damage: (file: string) => rmSync(file), want: /is gone, and beside it/, kept: 0 },
  { given: 'no file beside a witness', from: 'closed', damage: (file: string) => rmSync(file), want: /is gone, and beside it/, kept: 0 },
  {
    given: 'an older copy',
    from: 'closed',
    damage: (file: string) => copyFileSync(join(base, 'older', 'state.db'), file),
    want: /has lost its last 42 commits: an older copy was put back/,
    kept: 1,
  },
  {
    given: 'another state',
    from: 'closed',
    damage: (file: string) => copyFileSync(join(base, 'other', 'state.db'), file),
    want: /is another state than/,
    kept: 99,
  },
  { given: 'a bit of a value changed', from: 'closed', damage: flip, want: /is not as it was closed/, kept: 41 },
  {
    given: 'a page overwritten',
    from: 'closed',
    damage: (file: string) => {
      const bytes = readFileSync(file)
      writeFileSync(file, bytes.fill(0xa5, 4096, 8192))
    },
    want: /is damaged/,
    kept: 0,
  },
  {
    given: 'the log of another day',
    from: 'closed',
    damage: (file: string) => copyFileSync(join(base, 'died', 'state.db-wal'), `${file}-wal`),
    want: /-wal does not belong to/,
    kept: 41,
  },
  { given: 'no witness', from: 'died', damage: (file: string) => rmSync(`${file}.witness`), want: /\.witness is gone/, kept: 41 },
  {
    given: 'a damaged witness',
    from: 'closed',
    damage: (file: string) => truncateSync(`${file}.witness`, 280),
    want: /\.witness is damaged/,
    kept: 41,
  },
]

describe.each(damages)('$given', ({ from, damage, want, kept }) => {
  it('is a refusal in one sentence, and all is left as it is', () => {
    const file = make(from)
    damage(file)
    const before = read(file)
    expect(() => open(file)).toThrow(StateFileError)
    expect(() => open(file)).toThrow(want)
    expect(() => open(file)).toThrow(/--accept-loss/)
    expect(read(file)).toEqual(before)
  })

  it('is told when it is accepted, once', () => {
    const file = make(from)
    damage(file)
    const { said, total } = open(file, { acceptLoss: true })
    expect(said).toMatch(want)
    expect(total).toEqual(kept)
    expect(open(file)).toEqual({ said: '', total })
  })
})

const harmless = [
  { given: 'a process that died', from: 'died', change: () => {}, kept: 41 },
  { given: 'a file that was closed', from: 'closed', change: () => {}, kept: 41 },
  { given: 'a copy of a closed file', from: 'closed', change: (file: string) => rmSync(`${file}.witness`), kept: 41 },
  {
    given: 'nothing at all any more',
    from: 'died',
    change: (file: string) => ['', '-wal', '.witness'].map((end) => rmSync(`${file}${end}`)),
    kept: 0,
  },
]
it.each(harmless)('$given is taken as it is', ({ from, change, kept }) => {
  const file = make(from)
  change(file)
  expect(open(file)).toEqual({ said: '', total: kept })
  expect(existsSync(`${file}-wal`)).toBe(false)
})

describe('a machine that stopped', () => {
  const stopped = (durability: 'full' | 'normal', lost: number) => {
    const file = make('died')
    const text = readFileSync(`${file}.witness`, 'latin1')
    const [word, identity] = text.split(' ')
    const counts = text.slice(256).trim().split(' ').map(Number)
    const written = [(counts[0] ?? 0) + lost, counts[1]].map((count) => String(count).padStart(16, '0')).join(' ')
    const head = `${word} ${identity} ${durability} another-boot -`.padEnd(255)
    writeFileSync(`${file}.witness`, `${head}\n${written} ${written}\n`)
    return file
  }

  it('may have taken the last writes, and the start says so', () => {
    expect(open(stopped('normal', 0)).said).toMatch(/the machine stopped while this was open, and the writes of its last moments may be/)
    expect(open(stopped('normal', 3)).said).toMatch(/its last 3 commits cannot be found\. With --durability full nothing would be\.$/)
  })

  it('may have taken nothing that was synced', () => {
    expect(open(stopped('full', 0)).said).toBe('')
    expect(() => open(stopped('full', 1))).toThrow(/has lost its last commit:/)
    const file = stopped('normal', 3)
    rmSync(`${file}-wal`)
    expect(() => open(file)).toThrow(/has lost/)
  })
})

it('is refused in a sentence where the witness cannot be written', () => {
  const file = make('closed')
  mkdirSync(`${file}.witness.part`)
  expect(() => open(file)).toThrow(/\.witness, which belongs to the state file, cannot be written \(EISDIR\)/)
})
