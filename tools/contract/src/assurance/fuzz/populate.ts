/**
 * Plays the story of the examples on an empty platform: sends every example of a creation until nothing more comes of it, then reads
 * all there is. Afterwards the cast knows the real ids, and the platform has at least one of nearly everything.
 */
import type { Reply } from '../../../../../generators/model/api-model.ts'
import { sentContent } from '../../build-request.ts'
import type { OperationEntry } from '../../load-specification.ts'
import { type Cast, countAlike, isObject } from './cast.ts'
import type { Answer, Platform, Sent } from './open-platform.ts'
import { openingRequests } from './opening-requests.ts'
import { uploadWhere } from './upload.ts'
import { authorize, type Draft, emptyDraft, writeRequest } from './write-request.ts'

/** Where the story is played, and who is told what came of it. */
export interface Stage {
  readonly platform: Platform
  readonly cast: Cast
  readonly tell: (told: Told) => void
  /** Before what has not been made yet is tried. */
  readonly before?: (entry: OperationEntry) => Promise<void>
}

export interface Told {
  readonly entry: OperationEntry
  readonly sent: Sent
  readonly answer: Answer
}

/** So many times a creation is tried whose references may not exist yet. */
const rounds = 4
/** What would take away what the rest of the story is about. */
const destructive = /_(?:delete|cancel|remove|detach|stop|purge|revoke|decline|unassign|reset|rotate|recycle|rollback|revert|transfer)/

export async function playCreations(entries: readonly OperationEntry[], stage: Stage): Promise<void> {
  await open(entries, stage)
  await playAll(listCreations(entries), rounds, stage)
  await playAll(listReads(entries), 1, stage)
}

/** Everything that changes or starts something, and again what could not be made before. */
export async function playChanges(entries: readonly OperationEntry[], stage: Stage): Promise<void> {
  const others = new Set([...listCreations(entries), ...listReads(entries)])
  const changes = entries.filter((entry) => !others.has(entry) && !destructive.test(entry.operation.id))
  await playAll(changes, 2, stage)
  await playAll(listCreations(entries), rounds, stage)
  // Backups are taken, and an invoice is written.
  await stage.platform.advance(month)
  await playAll(listReads(entries), 1, stage)
}

const month = 31 * 86_400
const listReads = (entries: readonly OperationEntry[]) => entries.filter(({ operation }) => operation.method === 'get')
const listCreations = (entries: readonly OperationEntry[]) =>
  entries.filter(({ operation }) => operation.effect?.kind === 'creates').toSorted((a, b) => depth(a) - depth(b))

async function open(entries: readonly OperationEntry[], { platform, cast }: Stage): Promise<void> {
  for (const { operation: id, path = {}, body, is } of openingRequests) {
    const entry = entries.find(({ operation }) => operation.id === id)
    if (!entry) throw new Error(`The story begins with ${id}, which the specification does not have.`)
    const draft = cast.play({ ...emptyDraft, path, body })
    const answer = await platform.send(writeRequest(entry, draft, authorize(entry, platform.keys)))
    if (body === undefined) learnFrom(entry, answer, cast)
    const [made] = isObject(answer.body) ? Object.values(answer.body) : []
    if (is !== undefined && isObject(made)) cast.set(is, made['id'] ?? made['uuid'])
    if (answer.status >= 300) throw new Error(`The story cannot begin: ${id} answered ${answer.status}: ${answer.text}`)
    await platform.advance(600)
  }
}

async function playAll(entries: readonly OperationEntry[], times: number, stage: Stage): Promise<void> {
  let waiting = entries.flatMap((entry) => listExamples(entry).map((draft) => ({ entry, draft })))
  for (let time = 0; time < times && waiting.length > 0; time += 1) {
    const failed: typeof waiting = []
    for (const each of waiting) if (!(await play(each.entry, each.draft, stage))) failed.push(each)
    // What takes its time is done, and can be built upon.
    await stage.platform.advance(3600)
    if (failed.length === waiting.length) return
    waiting = failed
  }
}

const depth = ({ operation }: OperationEntry) => operation.path.split('/').length

/** Every example of the body, with the examples of the parameters that must be given. */
export function listExamples({ operation }: OperationEntry): Draft[] {
  const draft = operation.parameters
    .filter(({ required, example }) => required && example !== undefined)
    .reduce<Draft>((made, { in: place, name, example }) => ({ ...made, [place]: { ...made[place], [name]: example } }), emptyDraft)
  const bodies = sentContent(operation)?.examples ?? []
  return bodies.length === 0 ? [draft] : bodies.map(({ value }) => ({ ...draft, body: value }))
}

async function play(entry: OperationEntry, draft: Draft, { platform, cast, tell, before }: Stage): Promise<boolean> {
  const sent = writeRequest(entry, cast.play(draft), authorize(entry, platform.keys))
  await before?.(entry)
  const answer = await platform.send(sent)
  tell({ entry, sent, answer })
  learnFrom(entry, answer, cast)
  if (answer.status < 300) await uploadWhere(answer, platform)
  return answer.status < 300
}

/** The story's answer to the same request, if it has one, is the example that is most like the real answer. */
function learnFrom({ operation }: OperationEntry, answer: Answer, cast: Cast): void {
  const reply = operation.replies.find(({ status }) => status === String(answer.status))
  if (answer.status >= 300 || !reply) return
  const [best] = listValues(reply).toSorted((a, b) => countAlike(b, answer.body) - countAlike(a, answer.body))
  if (best !== undefined) cast.learn(best, answer.body)
}

function listValues({ content }: Reply): unknown[] {
  return content.flatMap(({ examples }) => examples.map(({ value }) => value))
}
