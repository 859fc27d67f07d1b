/**
 * What replicas say to each other, through Postgres: it tells everyone who listens, and knows by its connections who that is. Nothing of
 * the state depends on it; who hears nothing knows less of what the others were asked.
 */
import { randomUUID } from 'node:crypto'
import { type Connection, connectionName } from './connection.ts'

/** What is said, as JSON; `what` says who reads it. */
export interface Message {
  readonly what: string
  readonly [name: string]: unknown
}

export interface Answered {
  readonly by: string
  readonly answer: unknown
}

export interface Peers {
  readonly id: string
  /** What is said once Postgres has it; a failure is not told. */
  readonly tell: (message: Message) => Promise<void>
  /** As a text that `spindrift.tell` takes within another statement. */
  readonly write: (message: Message) => string
  /** What all others that are there answer, without those who take too long. */
  readonly ask: (message: Message) => Promise<readonly Answered[]>
  /** @param hear what it returns answers who asked */
  readonly on: (what: string, hear: (message: Message, by: string) => unknown) => void
  /** After a connection was lost: something may have been missed. */
  readonly onAnew: (work: () => void) => void
}

interface Envelope {
  readonly by: string
  readonly message: Message
  /** Who asks wants the answer under this name. */
  readonly ask?: string
}

/** A replica that was stopped holds nobody up for longer. */
const mostPatience = 1000

export function createPeers(id: string, connection: Connection): Peers {
  const handlers = new Map<string, (message: Message, by: string) => unknown>()
  const asking = new Map<string, (answered: Answered) => void>()
  const anew: (() => void)[] = []
  const write = (envelope: Envelope) => JSON.stringify(envelope)
  const send = async (envelope: Envelope) => void (await connection.query('SELECT spindrift.tell($1)', [write(envelope)]))
  const tell = async (message: Message) => {
    // While Postgres is away, nobody hears.
    await send({ by: id, message }).catch(() => {})
  }

  const hear = async (said: string) => {
    const text = said.startsWith('@') ? await readLong(connection, said.slice(1)) : said
    if (text === undefined) return
    const { by, message, ask } = JSON.parse(text) as Envelope
    if (by === id) return
    if (message.what === 'answer') return asking.get(String(message['to']))?.({ by, answer: message['answer'] })
    const answer = handlers.get(message.what)?.(message, by)
    if (ask !== undefined) await tell({ what: 'answer', to: ask, answer: answer ?? null })
  }
  connection.listen({
    onSaid: (said) => void hear(said).catch(() => {}),
    onAnew: () => {
      for (const work of anew) work()
    },
  })

  return {
    id,
    tell,
    write: (message) => write({ by: id, message }),
    on: (what, handler) => void handlers.set(what, handler),
    onAnew: (work) => void anew.push(work),
    ask: async (message) => {
      const name = randomUUID()
      const missing = new Set(await listOthers(connection, id))
      if (missing.size === 0) return []
      const answers: Answered[] = []
      const all = new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, mostPatience)
        asking.set(name, (answered) => {
          // One that is just coming up has nothing to say yet.
          if (answered.answer !== null) answers.push(answered)
          missing.delete(answered.by)
          if (missing.size > 0) return
          clearTimeout(timer)
          resolve()
        })
      })
      try {
        await send({ by: id, message, ask: name })
        await all
      } finally {
        asking.delete(name)
      }
      return answers
    },
  }
}

/** What is too long to be said is said where it is. */
async function readLong({ query }: Connection, place: string): Promise<string | undefined> {
  const [row] = await query<{ readonly said: string }>('SELECT said FROM spindrift.messages WHERE id = $1', [place])
  return row?.said
}

async function listOthers({ query }: Connection, id: string): Promise<readonly string[]> {
  const rows = await query<{ readonly name: string }>(
    'SELECT DISTINCT application_name AS name FROM pg_stat_activity WHERE datname = current_database() AND starts_with(application_name, $1)',
    [connectionName('')],
  )
  return rows.map(({ name }) => name.slice(connectionName('').length)).filter((other) => other !== id)
}
