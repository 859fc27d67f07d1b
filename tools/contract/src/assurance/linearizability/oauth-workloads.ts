/** Codes and refresh tokens, which work once, redeemed by several clients at several replicas. */
import type { Ask, Answer } from '../http-client.ts'
import type { Pair } from '../races/sign-in.ts'
import { code, rotation, type RotationInput } from './models.ts'
import { carry, strange, succeeded, type Workload } from './workloads.ts'

const objects = 3

/** The pair, or that it was refused. */
async function redeem(ask: Ask, form: Readonly<Record<string, string>>): Promise<Pair | undefined> {
  const answer: Answer = await ask({ method: 'POST', path: '/v1/oauth/token', token: '', form })
  if (answer.status === 200) return JSON.parse(answer.text) as Pair
  if (answer.status === 400 && answer.text.includes('"invalid_grant"')) return undefined
  throw strange(answer)
}

const works = async (ask: Ask, token: string) => succeeded(await ask({ method: 'GET', path: '/v2/account', token }), 200, 401)

const redemption: Workload = {
  name: 'code redemption',
  begin: async ({ ask, random, visit }) => {
    const codes: { readonly text: string; access?: string }[] = []
    for (let n = 0; n < objects; n += 1) codes.push({ text: await visit.code() })
    return {
      model: carry(code),
      draw: () => {
        const object = random.within(0, objects - 1)
        const held = codes[object] as (typeof codes)[0]
        const { access } = held
        if (access !== undefined && random.next() < 0.7) return { object: `code ${object}`, input: 'use', ask: () => works(ask, access) }
        const tryOnce = async () => {
          const pair = await redeem(ask, visit.exchangeOf(held.text))
          if (pair) held.access = pair.access_token
          return pair !== undefined
        }
        return { object: `code ${object}`, input: 'redeem', ask: tryOnce }
      },
    }
  },
}

const refreshing: Workload = {
  name: 'refresh rotation',
  begin: async ({ ask, random, visit }) => {
    const families: Pair[][] = []
    for (let n = 0; n < objects; n += 1) families.push([await visit.pair()])
    return {
      model: carry(rotation),
      draw: () => {
        const object = random.within(0, objects - 1)
        const family = families[object] as Pair[]
        // Mostly the newest that is known: an older one ends them all.
        const generation = random.next() < 0.9 ? family.length - 1 : random.within(0, family.length - 1)
        const { access_token: access, refresh_token: token } = family[generation] as Pair
        const isUse = random.next() < 0.6
        const input: RotationInput = { ask: isUse ? 'use' : 'refresh', generation }
        const rotate = async () => {
          const next = await redeem(ask, { grant_type: 'refresh_token', refresh_token: token })
          if (next) family[generation + 1] = next
          return next !== undefined
        }
        return { object: `pair ${object}`, input, ask: isUse ? () => works(ask, access) : rotate }
      },
    }
  },
}

export const oauthWorkloads: readonly Workload[] = [redemption, refreshing]
