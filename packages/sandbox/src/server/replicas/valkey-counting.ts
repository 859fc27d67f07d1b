/**
 * What is counted for limits goes to a stream in Valkey, after Postgres has said that nothing is new: the time to count by is part of the
 * state. Everything is in that one key, so that it is lost as a whole or not at all. A replica that does not find there what it has seen
 * last begins anew from what there is, as the others do: it was emptied, or came back without its last moments.
 */
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Connection } from './connection.ts'
import type { Counting } from './counting.ts'
import type { SharedLimits } from './shared-limits.ts'
import { look } from './shared-log.ts'
import { makeScript, type ValkeyConnection } from './valkey-connection.ts'

export interface ValkeyCountingParts {
  readonly connection: Connection
  readonly valkey: ValkeyConnection
  readonly limits: SharedLimits
  readonly onError: (error: unknown) => void
  /** Of how many entries the last is followed by what all come to. */
  readonly between?: number
}

const nothing = '0-0'

/** Adds what is wanted, if there is something, and has what was added since the last that was seen: all there is, where that is gone. */
const exchange = makeScript(`local key, seen, mine, between = KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3])
if mine ~= '' then
  if (redis.call('XLEN', key) + 1) % between == 0 then
    redis.call('XADD', key, '*', 'take', mine, 'last', '1')
  else
    redis.call('XADD', key, '*', 'take', mine)
  end
end
if #redis.call('XRANGE', key, seen, seen) > 0 then return { 0, redis.call('XRANGE', key, '(' .. seen, '+') } end
return { 1, redis.call('XRANGE', key, '-', '+') }`)

/** What all comes to until an entry, which is the first one that is kept. Where that is gone, another was faster. */
const shorten = makeScript(`local key, of, saved = KEYS[1], ARGV[1], ARGV[2]
if #redis.call('XRANGE', key, of, of) == 0 then return end
redis.call('XADD', key, '*', 'of', of, 'saved', saved)
redis.call('XTRIM', key, 'MINID', of)`)

interface StreamEntry {
  readonly id: string
  readonly take?: string
  readonly last?: string
  readonly of?: string
  readonly saved?: string
}

export async function createValkeyCounting(parts: ValkeyCountingParts): Promise<Counting> {
  const { connection, valkey, limits, onError, between = 5000 } = parts
  const key = await readKey(connection)
  let seen = nothing

  const save = async (of: string, saved: string) => {
    const bytes = await promisify(gzip)(saved, { level: 1 })
    await valkey.run(shorten, key, [of, bytes.toString('base64')])
  }

  const beginAnew = async (entries: readonly StreamEntry[]) => {
    const saved = entries.findLast((entry) => entry.saved !== undefined)
    limits.load(saved?.saved === undefined ? '[]' : (await promisify(gunzip)(Buffer.from(saved.saved, 'base64'))).toString())
    return entries.slice(entries.findIndex(({ id }) => id === saved?.of) + 1)
  }

  const count = (entries: readonly StreamEntry[], own: string) => {
    for (const { id, take, last } of entries) {
      if (take === undefined) continue
      const sent = JSON.parse(take) as { readonly by?: string }
      limits.replay(sent, last !== undefined)
      // Each has one that made it, so one of them does this.
      if (last !== undefined && sent.by === own) save(id, limits.save()).catch(onError)
    }
  }

  return {
    isAway: valkey.isAway,
    look: async (version, whatever) => {
      const { entries: changes } = await look(connection, { version, position: Number.MAX_SAFE_INTEGER }, undefined, false)
      const own = randomUUID()
      const mine = changes.length === 0 || whatever ? limits.send(own) : undefined
      try {
        const reply = await valkey.run(exchange, key, [seen, mine ? JSON.stringify(mine) : '', String(between)])
        const { isAnew, entries } = readReply(reply)
        count(isAnew ? await beginAnew(entries) : entries, own)
        seen = entries.at(-1)?.id ?? (isAnew ? nothing : seen)
      } catch (error) {
        // Whatever of it was counted, the next one begins from what there is.
        seen = nothing
        throw error
      } finally {
        limits.takeBack(own)
      }
      return changes
    },
  }
}

/** Of this state alone, whatever else is in that Valkey. */
async function readKey({ query }: Connection): Promise<string> {
  const [row] = await query<{ readonly id: string }>('SELECT id FROM spindrift.identity')
  return `spindrift:${row?.id}:takes`
}

function readReply(reply: unknown): { readonly isAnew: boolean; readonly entries: readonly StreamEntry[] } {
  const [isAnew, entries] = reply as readonly [number, readonly (readonly [string, readonly string[]])[]]
  return {
    isAnew: isAnew === 1,
    entries: entries.map(([id, fields]) => {
      const named = Array.from({ length: fields.length / 2 }, (_, n) => [fields[n * 2], fields[n * 2 + 1]])
      return { id, ...(Object.fromEntries(named) as Omit<StreamEntry, 'id'>) }
    }),
  }
}
