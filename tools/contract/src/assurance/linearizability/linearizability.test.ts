/** A sandbox has an order for every history; one that reads what was, forgets what it said, or redeems twice, has not. */
import { afterAll, describe, expect, it } from 'vitest'
import { everyNth } from '../replace-every-nth.ts'
import type { Answer, Ask, Call } from '../http-client.ts'
import { startReplicas } from '../replicas/start-replicas.ts'
import { allWorkloads, runLinearizability } from './run-linearizability.ts'

const replicas = await startReplicas({ replicas: 1, state: 'memory' })
afterAll(() => replicas[Symbol.asyncDispose]())

const play = (name?: string, through?: (ask: Ask) => Ask) =>
  runLinearizability({
    replicas,
    histories: name === undefined ? 12 : 4,
    seed: 7,
    workloads: allWorkloads.filter((workload) => name === undefined || workload.name === name),
    ...(through && { through }),
  })

it('finds an order for what a sandbox does, and the histories are of requests that meet', async () => {
  const { passed, findings, figures } = await play()
  expect({ passed, findings }).toEqual({ passed: 12, findings: [] })
  expect(Number(figures['concurrent'])).toBeGreaterThan(100)
})

describe('what is found out', () => {
  const isRead = ({ method, path }: Call) => method === 'GET' && /^\/v2\/(projects|tags)/.test(path)
  /** The first answer of each address, for ever. */
  const stale = () => {
    const first = new Map<string, Answer>()
    return (ask: Ask): Ask => {
      const keep: Ask = async (call) => {
        const answer = await ask(call)
        const key = `${call.path} ${call.token}`
        if (isRead(call) && !first.has(key)) first.set(key, answer)
        return answer
      }
      return everyNth(5, isRead, async (call) => first.get(`${call.path} ${call.token}`) ?? keep(call))(keep)
    }
  }
  const isAdd = ({ method, path }: Call) => method === 'POST' && path === '/v2/tags'
  const isCreate = ({ method, path }: Call) => method === 'POST' && path === '/v2/domains'
  const isRedeem = ({ form }: Call) => form?.['grant_type'] === 'authorization_code'
  const isRefresh = ({ form }: Call) => form?.['grant_type'] === 'refresh_token'
  /** Who is refused is told what somebody else was told before. */
  const twice = (matches: (call: Call) => boolean) => {
    let won: Answer | undefined
    return (ask: Ask): Ask =>
      async (call) => {
        const answer = await ask(call)
        if (!matches(call)) return answer
        if (answer.status < 300) won = answer
        return won ?? answer
      }
  }
  it.each([
    { given: 'a stale read', workload: 'register', through: stale() },
    { given: 'a stale count', workload: 'counter', through: stale() },
    { given: 'a lost update', workload: 'counter', through: everyNth(4, isAdd, async () => ({ status: 201, headers: {}, text: '{}' })) },
    {
      given: 'an update done twice',
      workload: 'counter',
      through: everyNth(4, isAdd, async (call, ask) => {
        await ask({ ...call, body: { name: `again-${Math.random().toString(36).slice(2)}` } })
        return ask(call)
      }),
    },
    { given: 'a name taken twice', workload: 'create if absent', through: twice(isCreate) },
    { given: 'a code redeemed twice', workload: 'code redemption', through: twice(isRedeem) },
    { given: 'a refresh token spent twice', workload: 'refresh rotation', through: twice(isRefresh) },
    {
      given: 'a budget that two are told of alike',
      workload: 'budget',
      through: everyNth(
        5,
        ({ path }) => path === '/v2/account',
        async (call, ask) => {
          const answer = await ask(call)
          return {
            ...answer,
            headers: { ...answer.headers, 'ratelimit-remaining': String(Number(answer.headers['ratelimit-remaining']) + 1) },
          }
        },
      ),
    },
  ])('$given', async ({ workload, through }) => {
    const { passed, findings } = await play(workload, through)
    expect(passed).toBeLessThan(4)
    expect(findings[0]).toContain('none of these can come next')
  })
})
