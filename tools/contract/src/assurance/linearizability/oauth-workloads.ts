/** Workloads in which several clients redeem single-use codes and refresh tokens at several replicas. */
import type { SendRequest, HttpResponse } from '../http-client.ts'
import type { TokenPair } from '../races/sign-in.ts'
import { code, rotation, type RotationInput } from './models.ts'
import { eraseModelTypes, createUnexpectedError, hasSucceeded, type Workload } from './workloads.ts'

const objectCount = 3

/** @returns the tokens; undefined when they are refused */
async function redeem(send: SendRequest, form: Readonly<Record<string, string>>): Promise<TokenPair | undefined> {
  const response: HttpResponse = await send({ method: 'POST', path: '/v1/oauth/token', token: '', form })
  if (response.status === 200) return JSON.parse(response.text) as TokenPair
  if (response.status === 400 && response.text.includes('"invalid_grant"')) return undefined
  throw createUnexpectedError(response)
}

const isTokenValid = async (send: SendRequest, token: string) =>
  hasSucceeded(await send({ method: 'GET', path: '/v2/account', token }), 200, 401)

const redemption: Workload = {
  name: 'code redemption',
  prepare: async ({ send, random, session }) => {
    const codes: { readonly text: string; access?: string }[] = []
    for (let n = 0; n < objectCount; n += 1) codes.push({ text: await session.requestCode() })
    return {
      model: eraseModelTypes(code),
      nextStep: () => {
        const object = random.integer(0, objectCount - 1)
        const codeState = codes[object] as (typeof codes)[0]
        const { access } = codeState
        if (access !== undefined && random.next() < 0.7)
          return { object: `code ${object}`, input: 'use', send: () => isTokenValid(send, access) }
        const redeemOnce = async () => {
          const pair = await redeem(send, session.buildExchangeForm(codeState.text))
          if (pair) codeState.access = pair.access_token
          return pair !== undefined
        }
        return { object: `code ${object}`, input: 'redeem', send: redeemOnce }
      },
    }
  },
}

const refreshing: Workload = {
  name: 'refresh rotation',
  prepare: async ({ send, random, session }) => {
    const families: TokenPair[][] = []
    for (let n = 0; n < objectCount; n += 1) families.push([await session.requestTokens()])
    return {
      model: eraseModelTypes(rotation),
      nextStep: () => {
        const object = random.integer(0, objectCount - 1)
        const family = families[object] as TokenPair[]
        // Mostly the newest pair: an older one revokes all.
        const generation = random.next() < 0.9 ? family.length - 1 : random.integer(0, family.length - 1)
        const { access_token: access, refresh_token: token } = family[generation] as TokenPair
        const isUse = random.next() < 0.6
        const input: RotationInput = { kind: isUse ? 'use' : 'refresh', generation }
        const rotate = async () => {
          const next = await redeem(send, { grant_type: 'refresh_token', refresh_token: token })
          if (next) family[generation + 1] = next
          return next !== undefined
        }
        return { object: `pair ${object}`, input, send: isUse ? () => isTokenValid(send, access) : rotate }
      },
    }
  },
}

export const oauthWorkloads: readonly Workload[] = [redemption, refreshing]
