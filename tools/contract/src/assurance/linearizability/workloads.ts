/** What the clients of a history do: each workload has objects of its own in every history, a model of them, and steps that clients draw. */
import type { Random } from '../create-random.ts'
import { type Answer, type Ask, read } from '../http-client.ts'
import type { SignedIn } from '../races/sign-in.ts'
import type { Model } from './find-violation.ts'
import { budgetOf, counter, presence, type RegisterInput, type RegisterOutput, registerOf } from './models.ts'

export interface Begin {
  /** With the token of an account of this history alone. */
  readonly ask: Ask
  /** Differs in each history. */
  readonly number: number
  readonly random: Random
  readonly visit: SignedIn
}

/** @throws UnexpectedAnswer for what no client should see; any other error is an answer that did not come */
export interface Step {
  /** Which of the history's objects; each is judged alone. */
  readonly object: string
  readonly input: unknown
  readonly ask: () => Promise<unknown>
}

export interface Workload {
  readonly name: string
  /** Makes the objects of one history, and @returns what a client does next. */
  readonly begin: (begin: Begin) => Promise<{ readonly model: Model<unknown, unknown, unknown>; readonly draw: () => Step }>
}

/** A status that is neither a success nor the refusal that belongs here. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer'
}

/** True or false by the status; 502 to 504 say that nobody knows. */
export function succeeded(answer: Answer, yes: number, no: number): boolean {
  if (answer.status === yes) return true
  if (answer.status === no) return false
  throw strange(answer)
}

export function strange({ status, text }: Answer): Error {
  const line = `${status} ${text.slice(0, 200)}`
  return status >= 502 && status <= 504 ? new Error(line) : new UnexpectedAnswer(line)
}

function need<T>(answer: Answer, status: number): T {
  if (answer.status !== status) throw strange(answer)
  return JSON.parse(answer.text) as T
}

/** A model knows the types of its own steps; here they are only carried along. */
export const carry = (model: unknown) => model as Model<unknown, unknown, unknown>

const register: Workload = {
  name: 'register',
  begin: async ({ ask, random }) => {
    const body = { name: 'Harbour', purpose: 'Web Application', description: 'v0' }
    const { project } = read<{ project: { id: string } }>(await ask({ method: 'POST', path: '/v2/projects', body }))
    const path = `/v2/projects/${project.id}`
    let written = 0
    return {
      model: carry(registerOf('v0')),
      draw: () => {
        const input: RegisterInput = random.next() < 0.4 ? { write: `v${(written += 1)}` } : 'read'
        return {
          object: 'project',
          input,
          ask: async (): Promise<RegisterOutput> => {
            if (input !== 'read') {
              need(await ask({ method: 'PATCH', path, body: { description: input.write } }), 200)
              return 'done'
            }
            const { project: now } = need<{ project: { description: string } }>(await ask({ method: 'GET', path }), 200)
            return { value: now.description }
          },
        }
      },
    }
  },
}

const counting: Workload = {
  name: 'counter',
  begin: async ({ ask, random }) => {
    let added = 0
    return {
      model: carry(counter),
      draw: () => {
        const input = random.next() < 0.5 ? 'add' : 'read'
        const name = `added-${(added += 1)}`
        return {
          object: 'tags',
          input,
          ask: async () => {
            if (input === 'add') {
              need(await ask({ method: 'POST', path: '/v2/tags', body: { name } }), 201)
              return 0
            }
            return need<{ meta: { total: number } }>(await ask({ method: 'GET', path: '/v2/tags?per_page=1' }), 200).meta.total
          },
        }
      },
    }
  },
}

const creating: Workload = {
  name: 'create if absent',
  begin: async ({ ask, number, random }) => ({
    model: carry(presence),
    draw: () => {
      const name = `h${number}-${random.within(1, 2)}.example`
      const input = random.pick(['create', 'create', 'delete', 'look'])
      return {
        object: name,
        input,
        ask: async () => {
          if (input === 'create') return succeeded(await ask({ method: 'POST', path: '/v2/domains', body: { name } }), 201, 422)
          if (input === 'delete') return succeeded(await ask({ method: 'DELETE', path: `/v2/domains/${name}` }), 204, 404)
          return succeeded(await ask({ method: 'GET', path: `/v2/domains/${name}` }), 200, 404)
        },
      }
    },
  }),
}

const budget: Workload = {
  name: 'budget',
  begin: async ({ ask, number, random }) => {
    // In every tenth history the minute ends within it.
    const used = number % 10 === 0 ? 225 : 0
    for (let n = 0; n < used; n += 1) read(await ask({ method: 'GET', path: '/v2/account' }))
    return {
      model: carry(budgetOf(used)),
      draw: () => {
        const input = random.next() < 0.3 ? 'shared' : 'plain'
        return {
          object: 'budget',
          input,
          ask: async () => {
            const answer = await ask({ method: 'GET', path: input === 'shared' ? '/v2/cdn/endpoints' : '/v2/account' })
            return succeeded(answer, 200, 429) ? Number(answer.headers['ratelimit-remaining']) : 'refused'
          },
        }
      },
    }
  },
}

export const accountWorkloads: readonly Workload[] = [register, counting, creating, budget]
