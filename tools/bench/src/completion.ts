/**
 * Time of completions and errors in an editor: queries TypeScript's language service in this process after each edit of an open document. An
 * editor adds the same transport time for every subject.
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
  /** Open document with the cursor at `█`. Without a cursor, the whole document is checked for errors. */
  readonly text: string
  /** Name that the list must contain. */
  readonly expects?: string
  /** APIs whose GET paths the list must contain. */
  readonly getPathsOf?: readonly string[]
  /** Subject of the same query with handwritten types. */
  readonly against: string
  readonly atMost?: number
  /** Limit as a multiple of the time with handwritten types. */
  readonly atMostTimes?: number
}

/** Limit for this package, as a multiple of the time with handwritten types. */
const maxTimesPerKey = 1.5

const imports = {
  hand: `interface Droplet { id: number; name: string; status: 'new' | 'active'; region: { slug: string } }\ninterface Droplets { list(request: { query?: { tag_name?: string; page?: number; per_page?: number } }): Promise<{ droplets: Droplet[] }>; get(): Promise<{ droplet: Droplet }> }\ndeclare const droplets: Droplets\ndeclare const cloud: { droplets: Droplets }\n`,
  family: `import { createDroplets } from '@spindrift/client/droplets'\nconst droplets = createDroplets()\n`,
  cloud: `import { createCloud } from '@spindrift/client'\nconst cloud = createCloud()\n`,
  paths: `import { createPathClient } from '@spindrift/client/paths'\nimport type { paths } from '@spindrift/types/droplets/paths'\nconst api = createPathClient<paths>()\n`,
  peer: `import createClient from 'openapi-fetch'\nimport type { paths } from './openapi.ts'\nconst api = createClient<paths>()\n`,
}

const members = 'members, by hand'
const query = 'query parameters, by hand'
const check = 'edit to errors, by hand'

const queries: readonly Case[] = [
  { subject: members, text: `${imports.hand}droplets.█`, expects: 'list', against: members },
  {
    subject: 'members, one family',
    text: `${imports.family}droplets.█`,
    expects: 'snapshots',
    against: members,
    atMostTimes: maxTimesPerKey,
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
    atMostTimes: maxTimesPerKey,
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
    getPathsOf: ['control'],
    against: members,
  },
  { subject: query, text: `${imports.hand}droplets.list({ query: { █ } })`, expects: 'tag_name', against: query },
  {
    subject: 'query parameters, one family',
    text: `${imports.family}droplets.list({ █ })`,
    expects: 'tag_name',
    against: query,
    atMostTimes: maxTimesPerKey,
    atMost: 25,
  },
  {
    subject: 'query parameters, all families',
    text: `${imports.cloud}cloud.droplets.list({ █ })`,
    expects: 'tag_name',
    against: query,
    atMostTimes: maxTimesPerKey,
  },
  {
    subject: 'query parameters, openapi-fetch',
    text: `${imports.peer}api.GET('/v2/droplets', { params: { query: { █ } } })`,
    expects: 'tag_name',
    against: query,
  },
]

function listEdits(folder: string): Case[] {
  const program = (name: string) => readFileSync(join(folder, `${name}.ts`), 'utf8').replace('.status,', '.statusCode,')
  return [
    { subject: check, text: program('hand-typed'), against: check },
    { subject: 'edit to errors, one family', text: program('family'), against: check, atMostTimes: maxTimesPerKey },
    { subject: 'edit to errors, all families', text: program('cloud'), against: check, atMostTimes: maxTimesPerKey },
    { subject: 'edit to errors, path API', text: program('paths'), against: check },
    { subject: 'edit to errors, openapi-fetch', text: program('openapi-fetch'), against: check },
  ]
}

export const completion: Bench = {
  name: 'completion',
  about: 'time of completions and errors in an editor: both APIs, openapi-fetch and handwritten types',
  runs: 15,
  async measure({ runs, progress }) {
    using project = await createConsumerProject()
    const cases = [...queries, ...listEdits(project.folder)]
    const incomplete = new Map<string, string>()
    const entries = new Map<string, number>()
    const subjects = Object.fromEntries(
      cases.map((each) => {
        const editor = createEditor(project.folder)
        return [
          each.subject,
          () => {
            const { ms, results } = each.text.includes('█') ? timeCompletion(editor, each.text) : timeErrors(editor, each.text)
            entries.set(each.subject, results.length)
            const missing = describeMissing(each, results)
            if (missing !== undefined) incomplete.set(each.subject, missing)
            return ms
          },
        ]
      }),
    )
    progress(`${cases.length} queries, ${runs} rounds`)
    const samples = await measure(subjects, { runs, warmUps: 3 })
    const medians = new Map(cases.map(({ subject }) => [subject, median(samples[subject] ?? [])]))
    return cases.flatMap(({ subject, against, atMost, atMostTimes, getPathsOf }) => {
      const missing = incomplete.get(subject)
      const time = createRow({
        subject: missing === undefined ? subject : `${subject} (${missing})`,
        value: medians.get(subject) ?? Number.NaN,
        unit: 'ms',
        against: medians.get(against),
        atMost,
        atMostTimes,
      })
      // An incomplete result never meets the target.
      const row = missing === undefined || time.met === undefined ? time : { ...time, met: false }
      if (getPathsOf === undefined) return [row]
      const atLeast = countGetPaths(getPathsOf)
      return [row, createRow({ subject, value: entries.get(subject) ?? 0, unit: 'entries', atLeast })]
    })
  },
}

function describeMissing({ text, expects, getPathsOf = [] }: Case, results: readonly string[]): string | undefined {
  if (!text.includes('█')) return results.length === 0 ? 'the error was not reported' : undefined
  if (expects !== undefined && !results.includes(expects)) return `${expects} is not in the list`
  const atLeast = countGetPaths(getPathsOf)
  return results.length < atLeast ? `${results.length} of ${atLeast} entries` : undefined
}

interface QueryResult {
  readonly ms: number
  readonly results: readonly string[]
}

function timeCompletion(editor: Editor, text: string): QueryResult {
  const position = text.indexOf('█')
  editor.setText(text.replace('█', ''))
  const started = performance.now()
  const results = editor.listCompletions(position)
  return { ms: performance.now() - started, results }
}

function timeErrors(editor: Editor, text: string): QueryResult {
  editor.setText(text)
  const started = performance.now()
  const results = editor.listErrors()
  return { ms: performance.now() - started, results }
}

function countGetPaths(apis: readonly string[]): number {
  return apis.flatMap((api) => {
    const { paths } = JSON.parse(readFileSync(join(root, `spec/dist/${api}.json`), 'utf8')) as { paths: Record<string, object> }
    return Object.values(paths).filter((item) => 'get' in item)
  }).length
}
