/** Runs the stories against one server, and collects what goes wrong in them and in every reply. */
import assert from 'node:assert/strict'
import { createCloud, HttpError } from '@spindrift/client'
import type { Outcome } from '../assurance/print-check.ts'
import { loadSpecification } from '../load-specification.ts'
import { abilities, type ServerName } from './abilities.ts'
import { createFindOperation } from './find-operation.ts'
import { openServer, type OpenServer } from './open-server.ts'
import type { Story, StoryContext } from './story.ts'
import { watchReplies, type Send, type Watcher } from './watch-replies.ts'

export interface StoriesOptions {
  readonly server: ServerName
  readonly stories: readonly Story[]
  readonly seed: number
  /** Of the sandbox, over one Postgres; 0 for one in this process. */
  readonly replicas?: number
  /** In place of the real way to the server. */
  readonly send?: Send
}

export async function runStories({ server: name, stories, seed, replicas = 0, send }: StoriesOptions): Promise<Outcome> {
  const watcher = watchReplies({ findOperation: createFindOperation(loadSpecification().entries), ...(send && { send }) })
  const server = await openServer(name, seed, replicas)
  const findings: string[] = []
  let passed = 0
  try {
    for (const { title, run } of stories) {
      await server.control('reset', {})
      // In the month of the examples, so that months end when the story says so.
      await server.control('clock', { now: '2026-03-02T09:00:00Z', frozen: true })
      const guest = { email: guestEmail, token: await server.signUp(guestEmail) }
      const failure = await run(createContext(name, server, watcher, guest)).then(() => [], describe)
      const inside = server.takeErrors().map((error) => `inside the sandbox: ${error}`)
      const all = [...failure, ...watcher.findings.splice(0), ...inside]
      findings.push(...all.map((finding) => `${name} / ${title} / ${finding}`))
      if (all.length === 0) passed += 1
    }
  } finally {
    await server.close()
  }
  const figures = { server: name, requests: watcher.requests, operations: watcher.called.size, ...(replicas > 0 && { replicas }), seed }
  return { check: 'stories', passed, total: stories.length, findings, figures }
}

/** Of the spec's examples. */
const guestEmail = 'studio@harbour-press.example'

interface Guest {
  readonly email: string
  readonly token: string
}

function createContext(name: ServerName, server: OpenServer, { send }: Watcher, guest: Guest): StoryContext {
  const { state, rules, time } = abilities[name]
  const as: StoryContext['as'] = ({ token = server.token, inference = server.inferenceKey, agent = server.inferenceKey }) =>
    createCloud({ baseUrl: server.url, token, apis: { inference: { token: inference }, agent: { token: agent } }, fetch: send })
  const cloud = as({})
  return {
    cloud,
    as,
    application: server.application,
    guest: { cloud: as({ token: guest.token }), email: guest.email },
    keeps: (show) => {
      if (state) show()
    },
    lists: (items, look, wanted) => {
      if (!state) return
      const values = items?.map((item) => (typeof look === 'function' ? look(item) : item[look]))
      assert.deepEqual(values, wanted)
    },
    refuses: async (status, call) => {
      if (!rules) return
      const came = await Promise.resolve(call(cloud)).then(
        () => 'a success',
        (error: unknown) => (error instanceof HttpError ? error.status : error),
      )
      if (came !== status) throw new Error(`A refusal with ${status} was expected, and ${String(came)} came.`)
    },
    pass: async (seconds) => {
      if (time) await server.control('clock', { advance_seconds: seconds })
    },
  }
}

/** One line, with the story's own line in it. */
function describe(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)]
  const line = /cases\/[\w-]+\.ts:\d+/.exec(error.stack ?? '')?.[0] ?? ''
  return [`${line} ${error.message.replaceAll(/\s+/g, ' ').slice(0, 400)}`]
}
