/** Histories of a sandbox are linearizable, and those of a faulty one are not. */
import { afterAll, describe, expect, it } from 'vitest'
import { replaceEveryNth } from '../replace-every-nth.ts'
import type { HttpResponse, SendRequest, HttpRequest } from '../http-client.ts'
import { startService } from '../replicas/start-service.ts'
import { allWorkloads, runLinearizability } from './run-linearizability.ts'

const service = await startService(0, [])
afterAll(() => service[Symbol.asyncDispose]())

const runHistories = (name?: string, wrap?: (send: SendRequest) => SendRequest) =>
  runLinearizability({
    service,
    histories: name === undefined ? 12 : 4,
    seed: 7,
    workloads: allWorkloads.filter((workload) => name === undefined || workload.name === name),
    ...(wrap && { wrap }),
  })

it('accepts the histories of a sandbox, which contain concurrent requests', async () => {
  const { passed, findings, figures } = await runHistories()
  expect({ passed, findings }).toEqual({ passed: 12, findings: [] })
  expect(Number(figures['concurrent'])).toBeGreaterThan(100)
})

describe('faults', () => {
  const isRead = ({ method, path }: HttpRequest) => method === 'GET' && /^\/v2\/(projects|tags)/.test(path)
  /** Repeats the first response of each path. */
  const returnFirst = () => {
    const first = new Map<string, HttpResponse>()
    return (send: SendRequest): SendRequest => {
      const sendAndCache: SendRequest = async (call) => {
        const response = await send(call)
        const key = `${call.path} ${call.token}`
        if (isRead(call) && !first.has(key)) first.set(key, response)
        return response
      }
      return replaceEveryNth(5, isRead, async (call) => first.get(`${call.path} ${call.token}`) ?? sendAndCache(call))(sendAndCache)
    }
  }
  const isAdd = ({ method, path }: HttpRequest) => method === 'POST' && path === '/v2/tags'
  const isCreate = ({ method, path }: HttpRequest) => method === 'POST' && path === '/v2/domains'
  const isRedeem = ({ form }: HttpRequest) => form?.['grant_type'] === 'authorization_code'
  const isRefresh = ({ form }: HttpRequest) => form?.['grant_type'] === 'refresh_token'
  /** Gives refused requests an earlier success response. */
  const repeatSuccess = (matches: (call: HttpRequest) => boolean) => {
    let won: HttpResponse | undefined
    return (send: SendRequest): SendRequest =>
      async (call) => {
        const response = await send(call)
        if (!matches(call)) return response
        if (response.status < 300) won = response
        return won ?? response
      }
  }
  it.each([
    { name: 'a stale read', workload: 'register', wrap: returnFirst() },
    { name: 'a stale count', workload: 'counter', wrap: returnFirst() },
    {
      name: 'a lost update',
      workload: 'counter',
      wrap: replaceEveryNth(4, isAdd, async () => ({ status: 201, headers: {}, text: '{}' })),
    },
    {
      name: 'a repeated update',
      workload: 'counter',
      wrap: replaceEveryNth(4, isAdd, async (call, send) => {
        await send({ ...call, body: { name: `again-${Math.random().toString(36).slice(2)}` } })
        return send(call)
      }),
    },
    { name: 'a name taken twice', workload: 'create if absent', wrap: repeatSuccess(isCreate) },
    { name: 'a code redeemed twice', workload: 'code redemption', wrap: repeatSuccess(isRedeem) },
    { name: 'a refresh token spent twice', workload: 'refresh rotation', wrap: repeatSuccess(isRefresh) },
    {
      name: 'the same remaining number for two requests',
      workload: 'budget',
      wrap: replaceEveryNth(
        5,
        ({ path }) => path === '/v2/account',
        async (call, send) => {
          const response = await send(call)
          return {
            ...response,
            headers: { ...response.headers, 'ratelimit-remaining': String(Number(response.headers['ratelimit-remaining']) + 1) },
          }
        },
      ),
    },
  ])('reports $name', async ({ workload, wrap }) => {
    const { passed, findings } = await runHistories(workload, wrap)
    expect(passed).toBeLessThan(4)
    expect(findings[0]).toContain('none of these operations can come next')
  })
})
