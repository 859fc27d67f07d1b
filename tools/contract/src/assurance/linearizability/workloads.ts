/** Workloads of the histories: each has its own objects, a model of them and a generator of steps. */
import type { Random } from '../create-random.ts'
import { type HttpResponse, type SendRequest, parseBody } from '../http-client.ts'
import type { OAuthSession } from '../races/sign-in.ts'
import type { Model } from './find-violation.ts'
import { createBudget, counter, presence, type RegisterInput, type RegisterOutput, createRegister } from './models.ts'

export interface WorkloadContext {
  /** Uses the token of an account that only this history has. */
  readonly send: SendRequest
  /** Number of the history. */
  readonly number: number
  readonly random: Random
  readonly session: OAuthSession
}

/** @throws UnexpectedResponse for an invalid response; any other error means that no response arrived */
export interface WorkloadStep {
  /** Object of the history; each is checked on its own. */
  readonly object: string
  readonly input: unknown
  readonly send: () => Promise<unknown>
}

export interface Workload {
  readonly name: string
  /** Creates the objects of one history. @returns a generator of steps */
  readonly prepare: (
    context: WorkloadContext,
  ) => Promise<{ readonly model: Model<unknown, unknown, unknown>; readonly nextStep: () => WorkloadStep }>
}

/** Status that is neither a success nor the expected refusal. */
export class UnexpectedResponse extends Error {
  override readonly name = 'UnexpectedAnswer'
}

/** Result by status; 502 to 504 mean that the result is unknown. */
export function hasSucceeded(response: HttpResponse, yes: number, no: number): boolean {
  if (response.status === yes) return true
  if (response.status === no) return false
  throw createUnexpectedError(response)
}

export function createUnexpectedError({ status, text }: HttpResponse): Error {
  const line = `${status} ${text.slice(0, 200)}`
  return status >= 502 && status <= 504 ? new Error(line) : new UnexpectedResponse(line)
}

function parseExpected<T>(response: HttpResponse, status: number): T {
  if (response.status !== status) throw createUnexpectedError(response)
  return JSON.parse(response.text) as T
}

/** Removes the types of a model; only the model itself needs them. */
export const eraseModelTypes = (model: unknown) => model as Model<unknown, unknown, unknown>

const register: Workload = {
  name: 'register',
  prepare: async ({ send, random }) => {
    const body = { name: 'Harbour', purpose: 'Web Application', description: 'v0' }
    const { project } = parseBody<{ project: { id: string } }>(await send({ method: 'POST', path: '/v2/projects', body }))
    const path = `/v2/projects/${project.id}`
    let written = 0
    return {
      model: eraseModelTypes(createRegister('v0')),
      nextStep: () => {
        const input: RegisterInput = random.next() < 0.4 ? { write: `v${(written += 1)}` } : 'read'
        return {
          object: 'project',
          input,
          send: async (): Promise<RegisterOutput> => {
            if (input !== 'read') {
              parseExpected(await send({ method: 'PATCH', path, body: { description: input.write } }), 200)
              return 'done'
            }
            const { project: now } = parseExpected<{ project: { description: string } }>(await send({ method: 'GET', path }), 200)
            return { value: now.description }
          },
        }
      },
    }
  },
}

const counting: Workload = {
  name: 'counter',
  prepare: async ({ send, random }) => {
    let added = 0
    return {
      model: eraseModelTypes(counter),
      nextStep: () => {
        const input = random.next() < 0.5 ? 'add' : 'read'
        const name = `added-${(added += 1)}`
        return {
          object: 'tags',
          input,
          send: async () => {
            if (input === 'add') {
              parseExpected(await send({ method: 'POST', path: '/v2/tags', body: { name } }), 201)
              return 0
            }
            return parseExpected<{ meta: { total: number } }>(await send({ method: 'GET', path: '/v2/tags?per_page=1' }), 200).meta.total
          },
        }
      },
    }
  },
}

const creating: Workload = {
  name: 'create if absent',
  prepare: async ({ send, number, random }) => ({
    model: eraseModelTypes(presence),
    nextStep: () => {
      const name = `h${number}-${random.integer(1, 2)}.example`
      const input = random.pick(['create', 'create', 'delete', 'look'])
      return {
        object: name,
        input,
        send: async () => {
          if (input === 'create') return hasSucceeded(await send({ method: 'POST', path: '/v2/domains', body: { name } }), 201, 422)
          if (input === 'delete') return hasSucceeded(await send({ method: 'DELETE', path: `/v2/domains/${name}` }), 204, 404)
          return hasSucceeded(await send({ method: 'GET', path: `/v2/domains/${name}` }), 200, 404)
        },
      }
    },
  }),
}

const budget: Workload = {
  name: 'budget',
  prepare: async ({ send, number, random }) => {
    // Every tenth history uses up the minute.
    const used = number % 10 === 0 ? 225 : 0
    for (let n = 0; n < used; n += 1) parseBody(await send({ method: 'GET', path: '/v2/account' }))
    return {
      model: eraseModelTypes(createBudget(used)),
      nextStep: () => {
        const input = random.next() < 0.3 ? 'shared' : 'plain'
        return {
          object: 'budget',
          input,
          send: async () => {
            const response = await send({ method: 'GET', path: input === 'shared' ? '/v2/cdn/endpoints' : '/v2/account' })
            return hasSucceeded(response, 200, 429) ? Number(response.headers['ratelimit-remaining']) : 'refused'
          },
        }
      },
    }
  },
}

export const accountWorkloads: readonly Workload[] = [register, counting, creating, budget]
