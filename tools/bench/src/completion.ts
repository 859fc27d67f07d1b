/**
 * How long an editor waits: TypeScript's language service in this process, asked after each edit of an open document. An
 * editor adds its own transport, the same for every subject.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench } from './bench.ts'
import { createConsumerProject, root } from './consumer-project.ts'
import { createEditor, type Editor } from './editor.ts'
import { measure } from './measure.ts'
import { median } from './median.ts'
import { createRow } from './row.ts'

interface Case {
  readonly subject: string
  /** An open document; `█` is where the cursor is. Without one, the whole document is checked. */
  readonly text: string
  /** A complete list has it. */
  readonly expects?: string
  /** A complete list has all that these APIs can be asked by GET. */
  readonly getsOf?: readonly string[]
  /** The subject of the same question asked of types written by hand. */
  readonly against: string
  readonly atMost?: number
  /** In times the answer about types written by hand. */
  readonly atMostTimes?: number
}

/** After a key, an answer about this package may take so many times as long as one about types written by hand. */
const perKey = 1.5

const imports = {
  hand: `interface Droplet { id: number; name: string; status: 'new' | 'active'; region: { slug: string } }\ninterface Droplets { list(request: { query?: { tag_name?: string; page?: number; per_page?: number } }): Promise<{ droplets: Droplet[] }>; get(): Promise<{ droplet: Droplet }> }\ndeclare const droplets: Droplets\ndeclare const cloud: { droplets: Droplets }\n`,
  family: `import { createDroplets } from '@spindrift/client/droplets'\nconst droplets = createDroplets()\n`,
  cloud: `import { createCloud } from '@spindrift/client'\nconst cloud = createCloud()\n`,
  paths: `import { createPathClient } from '@spindrift/client/paths'\nimport type { paths } from '@spindrift/types/droplets/paths'\nconst api = createPathClient<paths>()\n`,
  peer: `import createClient from 'openapi-fetch'\nimport type { paths } from './openapi.ts'\nconst api = createClient<paths>()\n`,
}

const members = 'members, by hand'
const query = 'query parameters, by hand'
const field = 'field of a reply, by hand'
const check = 'edit to errors, by hand'

const questions: readonly Case[] = [
  { subject: members, text: `${imports.hand}droplets.█`, expects: 'list', against: members },
  {
    subject: 'members, one family',
    text: `${imports.family}droplets.█`,
    expects: 'snapshots',
    against: members,
    atMostTimes: perKey,
    atMost: 5,
  },
  {
    subject: 'members, all families: cloud.',
    text: `${imports.cloud}cloud.█`,
    expects: 'droplets',
    against: members,
    atMost: 20,
  },
  {
    subject: 'members, all families: cloud.droplets.',
    text: `${imports.cloud}cloud.droplets.█`,
    expects: 'snapshots',
    against: members,
    atMostTimes: perKey,
  },
  {
    subject: 'paths, path API, one family',
    text: `${imports.paths}api.GET('/v2/█')`,
    expects: '/v2/droplets/{droplet_id}',
    against: members,
    atMost: 60,
  },
  {
    subject: 'paths, openapi-fetch',
    text: `${imports.peer}api.GET('/v2/█')`,
    expects: '/v2/droplets/{droplet_id}',
    getsOf: ['control'],
    against: members,
  },
  { subject: query, text: `${imports.hand}droplets.list({ query: { █ } })`, expects: 'tag_name', against: query },
  {
    subject: 'query parameters, one family',
    text: `${imports.family}droplets.list({ █ })`,
    expects: 'tag_name',
    against: query,
    atMostTimes: perKey,
    atMost: 25,
  },
  {
    subject: 'query parameters, all families',
    text: `${imports.cloud}cloud.droplets.list({ █ })`,
    expects: 'tag_name',
    against: query,
    atMostTimes: perKey,
  },
  {
    subject: 'query parameters, openapi-fetch',
    text: `${imports.peer}api.GET('/v2/droplets', { params: { query: { █ } } })`,
    expects: 'tag_name',
    against: query,
  },
  { subject: field, text: `${imports.hand}const { droplet } = await droplets.get()\ndroplet.█`, expects: 'region', against: field },
  {
    subject: 'field of a reply, one family',
    text: `${imports.family}const { droplet } = await droplets.get(1)\ndroplet.█`,
    expects: 'region',
    against: field,
    atMostTimes: perKey,
    atMost: 25,
  },
  {
    subject: 'field of a reply, all families',
    text: `${imports.cloud}const { droplet } = await cloud.droplets.get(1)\ndroplet.█`,
    expects: 'region',
    against: field,
    atMostTimes: perKey,
  },
  {
    subject: 'field of a reply, openapi-fetch',
    text: `${imports.peer}const { data } = await api.GET('/v2/droplets/{droplet_id}', { params: { path: { droplet_id: 1 } } })\ndata!.droplet.█`,
    expects: 'region',
    against: field,
  },
]

function listEdits(folder: string): Case[] {
  const program = (name: string) => readFileSync(join(folder, `${name}.ts`), 'utf8').replace('.status,', '.statusCode,')
  return [
    { subject: check, text: program('hand-typed'), against: check },
    { subject: 'edit to errors, one family', text: program('family'), against: check, atMostTimes: perKey },
    { subject: 'edit to errors, all families', text: program('cloud'), against: check, atMostTimes: perKey },
    { subject: 'edit to errors, path API', text: program('paths'), against: check },
    { subject: 'edit to errors, openapi-fetch', text: program('openapi-fetch'), against: check },
  ]
}

export const completion: Bench = {
  name: 'completion',
  about: 'what an editor waits for completions and errors: both APIs, openapi-fetch and types written by hand',
  runs: 15,
  async measure({ runs, progress }) {
    using project = await createConsumerProject()
    const cases = [...questions, ...listEdits(project.folder)]
    const incomplete = new Map<string, string>()
    const entries = new Map<string, number>()
    const subjects = Object.fromEntries(
      cases.map((each) => {
        const editor = createEditor(project.folder)
        return [
          each.subject,
          () => {
            const { ms, found } = each.text.includes('█') ? timeCompletion(editor, each.text) : timeErrors(editor, each.text)
            entries.set(each.subject, found.length)
            const lacks = explainLack(each, found)
            if (lacks !== undefined) incomplete.set(each.subject, lacks)
            return ms
          },
        ]
      }),
    )
    progress(`${cases.length} questions, ${runs} rounds`)
    const samples = await measure(subjects, { runs, warmUps: 3 })
    const medians = new Map(cases.map(({ subject }) => [subject, median(samples[subject] ?? [])]))
    return cases.flatMap(({ subject, against, atMost, atMostTimes, getsOf }) => {
      const lack = incomplete.get(subject)
      const time = createRow({
        subject: lack === undefined ? subject : `${subject} (${lack})`,
        value: medians.get(subject) ?? Number.NaN,
        unit: 'ms',
        against: medians.get(against),
        atMost,
        atMostTimes,
      })
      // An answer that lacks something is never fast enough.
      const judged = lack === undefined || time.met === undefined ? time : { ...time, met: false }
      if (getsOf === undefined) return [judged]
      const atLeast = countGets(getsOf)
      return [judged, createRow({ subject, value: entries.get(subject) ?? 0, unit: 'entries', atLeast })]
    })
  },
}

function explainLack({ text, expects, getsOf = [] }: Case, found: readonly string[]): string | undefined {
  if (!text.includes('█')) return found.length === 0 ? 'the mistake was not seen' : undefined
  if (expects !== undefined && !found.includes(expects)) return `${expects} is not in the list`
  const atLeast = countGets(getsOf)
  return found.length < atLeast ? `${found.length} of ${atLeast} entries` : undefined
}

interface Answer {
  readonly ms: number
  readonly found: readonly string[]
}

function timeCompletion(editor: Editor, text: string): Answer {
  const position = text.indexOf('█')
  editor.type(text.replace('█', ''))
  const started = performance.now()
  const found = editor.complete(position)
  return { ms: performance.now() - started, found }
}

function timeErrors(editor: Editor, text: string): Answer {
  editor.type(text)
  const started = performance.now()
  const found = editor.check()
  return { ms: performance.now() - started, found }
}

function countGets(apis: readonly string[]): number {
  return apis.flatMap((api) => {
    const { paths } = JSON.parse(readFileSync(join(root, `spec/dist/${api}.json`), 'utf8')) as { paths: Record<string, object> }
    return Object.values(paths).filter((item) => 'get' in item)
  }).length
}
