import type { Handler } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { answerValues } from '../../engine/pages.ts'
import type { Handlers } from '../family.ts'

const list: Handler<'spacesKeys_list'> = (call, { engine }) => {
  const { name, bucket, permission, sort = 'created_at', sort_direction: direction = 'desc' } = call.query
  if (sort !== 'created_at' && sort !== 'name') throw unprocessable('sort: must be one of created_at, name')
  if (direction !== 'asc' && direction !== 'desc') throw unprocessable('sort_direction: must be one of asc, desc')
  const keys = engine
    .list('SpacesKey', { order: 'oldest' })
    .filter((key) => !name || key.name === name)
    .filter(({ grants }) => !bucket || grants.some((grant) => grant.bucket === bucket))
    .filter(({ grants }) => !permission || grants.some((grant) => grant.permission === permission))
  if (sort === 'name') keys.sort((a, b) => compare(a.name, b.name))
  return answerValues(call, 'keys', direction === 'desc' ? keys.toReversed() : keys)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

export const handlers = { spacesKeys_list: list } satisfies Handlers
