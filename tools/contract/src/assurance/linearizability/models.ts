/** Sequential models of the tested objects. */
import type { Model } from './find-violation.ts'

export type RegisterInput = { readonly write: string } | 'read'
export type RegisterOutput = 'done' | { readonly value: string }

/** A read returns the last write. */
export const createRegister = (initial: string): Model<string, RegisterInput, RegisterOutput> => ({
  initial,
  step: (value, input, output) => {
    if (input !== 'read') return input.write
    return output === undefined || (output !== 'done' && output.value === value) ? value : undefined
  },
})

export type CounterInput = 'add' | 'read'

/** A read returns the number of additions. */
export const counter: Model<number, CounterInput, number> = {
  initial: 0,
  step: (count, input, output) => {
    if (input === 'add') return count + 1
    return output === undefined || output === count ? count : undefined
  },
}

export type PresenceInput = 'create' | 'delete' | 'look'

/** Creation fails if the object exists; deletion and reads fail if it does not. */
export const presence: Model<boolean, PresenceInput, boolean> = {
  initial: false,
  step: (isThere, input, succeeded) => {
    if (succeeded !== undefined && succeeded !== (input === 'create' ? !isThere : isThere)) return undefined
    return input === 'look' ? isThere : input === 'create'
  },
}

export type CodeInput = 'redeem' | 'use'
export type CodeState = 'fresh' | 'redeemed'

/** A code works once; a second attempt in the next 10 seconds is refused and changes nothing. */
export const code: Model<CodeState, CodeInput, boolean> = {
  initial: 'fresh',
  step: (state, input, succeeded) => {
    if (input === 'use') return succeeded === undefined || succeeded === (state === 'redeemed') ? state : undefined
    if (succeeded !== undefined && succeeded !== (state === 'fresh')) return undefined
    return 'redeemed'
  },
}

export interface RotationInput {
  readonly kind: 'refresh' | 'use'
  /** 0 for the first pair, plus one for each refresh. */
  readonly generation: number
}
/** Only the newest pair works; reuse of an old refresh token in the next 10 seconds is refused and changes nothing. The state is the newest generation. */
export const rotation: Model<number, RotationInput, boolean> = {
  initial: 0,
  step: (state, { kind, generation }, succeeded) => {
    const isCurrent = generation === state
    if (succeeded !== undefined && succeeded !== isCurrent) return undefined
    if (kind === 'use') return state
    return isCurrent ? generation + 1 : state
  },
}

export interface BudgetState {
  readonly used: number
  /** Used part of the smaller limit that some requests also count against. */
  readonly shared: number
}
export type BudgetInput = 'plain' | 'shared'
/** Remaining requests of the hour, or a refusal. */
export type BudgetOutput = number | 'refused'

const hour = 5000
const minute = 250
const share = 5

/** The clock is frozen: each served request uses one unit and returns the exact rest. */
export const createBudget = (used: number): Model<BudgetState, BudgetInput, BudgetOutput> => ({
  initial: { used, shared: 0 },
  step: (state, input, output) => {
    const isFree = state.used < minute && (input === 'plain' || state.shared < share)
    if (!isFree) return output === undefined || output === 'refused' ? state : undefined
    const next = { used: state.used + 1, shared: state.shared + (input === 'shared' ? 1 : 0) }
    const remaining = next.used >= minute ? 0 : hour - next.used
    return output === undefined || output === remaining ? next : undefined
  },
})
