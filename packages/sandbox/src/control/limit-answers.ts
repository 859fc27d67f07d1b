/** How much an account may hold: what the platform's support sets. */
import { Failure } from '../engine/failure.ts'
import type { Value } from '../engine/values.ts'
import type { World } from '../engine/world.ts'
import { type ControlAnswers, replyJson } from './control-answer.ts'
import { readAccount } from './token-answers.ts'

/** What can be limited, and what the account says of it. */
const fieldsOf = {
  droplets: ['droplet_limit'],
  reserved_ips: ['reserved_ip_limit', 'floating_ip_limit'],
  volumes: ['volume_limit'],
} as const

type Limited = keyof typeof fieldsOf
const names = Object.keys(fieldsOf) as Limited[]

export const limitAnswers = {
  'GET /_sandbox/limits': (_request, { platform }) => replyJson({ limits: showLimits(platform.worldOf('')) }),
  'POST /_sandbox/limits': ({ body }, { platform }) => {
    const { account, ...asked } = body
    const limits = Object.entries(asked).map(([name, value]) => [readName(name), readLimit(name, value)] as const)
    const world = platform.worldOf(readAccount(account, platform))
    platform.store.transaction(() => setLimits(world, limits))
    return replyJson({ limits: showLimits(world) })
  },
} satisfies Partial<ControlAnswers>

function setLimits({ engine, owner }: World, limits: readonly (readonly [Limited, number])[]): void {
  for (const [name, limit] of limits) {
    engine.change('Account', owner.uuid, Object.fromEntries(fieldsOf[name].map((field) => [field, limit])))
    if (name === 'volumes') engine.hide('Account', owner.uuid, { keepsVolumeLimit: true })
  }
}

function showLimits({ engine, owner }: World): Value {
  const account = engine.get('Account', owner.uuid)
  return Object.fromEntries(names.map((name) => [name, account[fieldsOf[name][0]]]))
}

function readName(name: string): Limited {
  const found = names.find((each) => each === name)
  if (found === undefined) throw new Failure(422, `${name}: cannot be limited. There are: ${names.join(', ')}.`)
  return found
}

function readLimit(name: string, value: unknown): number {
  if (!Number.isSafeInteger(value) || Number(value) < 0) throw new Failure(422, `${name}: must be a whole number from 0`)
  return Number(value)
}
