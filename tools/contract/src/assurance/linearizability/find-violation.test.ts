/** Possible histories, and impossible ones such as a stale read, a lost update or a code redeemed twice. */
import { describe, expect, it } from 'vitest'
import { createRandom } from '../create-random.ts'
import { findViolation, type Model, type Operation } from './find-violation.ts'
import { createBudget, code, counter, presence, createRegister, rotation } from './models.ts'

type Sent<Input, Output> = Omit<Operation<Input, Output>, 'client'>

const sent = <Input, Output>(calledAt: number, returnedAt: number, input: Input, output?: Output): Sent<Input, Output> => ({
  calledAt,
  returnedAt,
  input,
  output,
})

const checkRows = <State, Input, Output>(model: Model<State, Input, Output>, ...operations: readonly Sent<Input, Output>[]) =>
  findViolation(
    model,
    operations.map((operation, client) => ({ ...operation, client })),
  )

const register = createRegister('a')
const done = 'done' as const

describe('linearizable histories', () => {
  it.each([
    { name: 'nothing', found: checkRows(register) },
    {
      name: 'a read of the old value while the new one is written',
      found: checkRows(register, sent(0, 9, { write: 'b' }, done), sent(1, 2, 'read', { value: 'a' })),
    },
    {
      name: 'a read of the new value before the write returned',
      found: checkRows(register, sent(0, 9, { write: 'b' }, done), sent(1, 2, 'read', { value: 'b' })),
    },
    {
      name: 'an applied write without a response',
      found: checkRows(register, sent(0, Infinity, { write: 'b' }), sent(5, 6, 'read', { value: 'b' })),
    },
    {
      name: 'a write without a response that was not applied',
      found: checkRows(register, sent(0, Infinity, { write: 'b' }), sent(5, 6, 'read', { value: 'a' })),
    },
    {
      name: 'two additions at once, and a read of one',
      found: checkRows(counter, sent(0, 9, 'add', 0), sent(0, 9, 'add', 0), sent(1, 2, 'read', 1)),
    },
    {
      name: 'one of two creators refused',
      found: checkRows(presence, sent(0, 9, 'create', true), sent(1, 2, 'create', false)),
    },
    {
      name: 'a code redeemed and replayed',
      found: checkRows(code, sent(0, 1, 'redeem', true), sent(2, 3, 'use', true), sent(4, 5, 'redeem', false), sent(6, 7, 'use', true)),
    },
    {
      name: 'a refresh and use of the new pair',
      found: checkRows(rotation, sent(0, 1, { kind: 'refresh', generation: 0 }, true), sent(2, 3, { kind: 'use', generation: 1 }, true)),
    },
    {
      name: 'the last two of the minute',
      found: checkRows(createBudget(248), sent(0, 9, 'plain', 0), sent(0, 9, 'plain', 4751), sent(10, 11, 'plain', 'refused')),
    },
  ])('accepts $name', ({ found }) => {
    expect(found).toBeUndefined()
  })
})

describe('impossible histories', () => {
  it.each([
    {
      name: 'a stale read',
      found: checkRows(register, sent(0, 1, { write: 'b' }, done), sent(2, 3, 'read', { value: 'a' })),
    },
    {
      name: 'a value that changes back',
      found: checkRows(register, sent(0, 9, { write: 'b' }, done), sent(1, 2, 'read', { value: 'b' }), sent(3, 4, 'read', { value: 'a' })),
    },
    {
      name: 'a lost update',
      found: checkRows(counter, sent(0, 1, 'add', 0), sent(0, 1, 'add', 0), sent(2, 3, 'read', 1)),
    },
    {
      name: 'a repeated update',
      found: checkRows(counter, sent(0, 1, 'add', 0), sent(2, 3, 'read', 2)),
    },
    {
      name: 'two creators',
      found: checkRows(presence, sent(0, 9, 'create', true), sent(1, 2, 'create', true)),
    },
    {
      name: 'a deleted object that still exists',
      found: checkRows(presence, sent(0, 1, 'create', true), sent(2, 3, 'delete', true), sent(4, 5, 'look', true)),
    },
    {
      name: 'a code redeemed twice',
      found: checkRows(code, sent(0, 9, 'redeem', true), sent(1, 2, 'redeem', true)),
    },
    {
      name: 'a token that ends with the replay of its code',
      found: checkRows(code, sent(0, 1, 'redeem', true), sent(2, 3, 'redeem', false), sent(4, 5, 'use', false)),
    },
    {
      name: 'a token that another replica does not know',
      found: checkRows(code, sent(0, 1, 'redeem', true), sent(2, 3, 'use', false)),
    },
    {
      name: 'a refresh token spent twice',
      found: checkRows(
        rotation,
        sent(0, 9, { kind: 'refresh', generation: 0 }, true),
        sent(1, 2, { kind: 'refresh', generation: 0 }, true),
      ),
    },
    {
      name: 'use of an old pair',
      found: checkRows(rotation, sent(0, 1, { kind: 'refresh', generation: 0 }, true), sent(2, 3, { kind: 'use', generation: 0 }, true)),
    },
    {
      name: 'one request over the limit per minute',
      found: checkRows(createBudget(249), sent(0, 1, 'plain', 0), sent(0, 1, 'plain', 0)),
    },
    {
      name: 'two requests with the same remaining number',
      found: checkRows(createBudget(0), sent(0, 9, 'plain', 4999), sent(0, 9, 'plain', 4999)),
    },
    {
      name: 'one request over a smaller limit',
      found: checkRows(
        createBudget(0),
        ...[4999, 4998, 4997, 4996, 4995, 4994].map((remains, n) => sent(n, n + 0.5, 'shared' as const, remains)),
      ),
    },
  ])('rejects $name', ({ found }) => {
    expect(found).toContain('none of these operations can come next: client ')
  })
})

/** Generates linearizable histories with random call times, and changes one read of each. */
it('accepts generated linearizable histories, and rejects them with a read of a value that was never written', () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const random = createRandom(seed)
    let value = 'a'
    const history = Array.from({ length: 40 }, (_each, n): Operation<'read' | { write: string }, 'done' | { value: string }> => {
      const isWrite = random.next() < 0.4
      if (isWrite) value = `v${n}`
      const times = { calledAt: n - random.next() * 4, returnedAt: n + random.next() * 4 }
      return { client: n % 5, ...times, ...(isWrite ? { input: { write: value }, output: done } : { input: 'read', output: { value } }) }
    })
    expect(findViolation(register, history)).toBeUndefined()
    const changed = history.findLastIndex(({ input }) => input === 'read')
    expect(
      findViolation(register, history.with(changed, { ...(history[changed] as (typeof history)[0]), output: { value: 'never' } })),
    ).toBeDefined()
  }
})
