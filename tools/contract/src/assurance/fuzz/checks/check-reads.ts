/** HEAD is GET without the body, and the pages of a list are the list. */
import type { OperationEntry } from '../../../load-specification.ts'
import { isObject } from '../../../is-object.ts'
import { listObjects } from '../find-paths.ts'
import type { Answer } from '../test-sandbox.ts'
import { listExamples } from '../list-examples.ts'
import { Breach, type Run } from '../fuzz-run.ts'
import { type Draft, emptyDraft } from '../format-request.ts'

/** What differs from one answer to the next, or is HEAD's own. */
const own: ReadonlySet<string> = new Set(['x-request-id', 'x-total-count', 'link', 'date', 'set-cookie'])

export async function checkReads(run: Run, entry: OperationEntry, max: number): Promise<void> {
  const { ids, placesOf } = run.ctx
  await run.open('changed')
  const [shown = emptyDraft] = listExamples(entry)
  const places = placesOf(entry).slice(0, max)
  // Where the pages are those of something inside of one object, they are its own tests' business.
  const isPaged = /(^|\.)list/.test(entry.operation.name) && entry.operation.parameters.some(({ name }) => name === 'per_page')
  for (const path of places) {
    const draft: Draft = { ...ids.translate(shown), path }
    await run.attempt(entry, 'HEAD', () => checkHead(run, entry, draft))
    if (isPaged) await run.attempt(entry, 'pages', () => checkPages(run, entry, draft))
  }
}

async function checkHead(run: Run, entry: OperationEntry, draft: Draft): Promise<void> {
  const get = await run.ask(entry, draft)
  const head = await run.ask(entry, draft, { method: 'HEAD' })
  if (head.status !== get.status) throw new Breach(draft, `HEAD ${get.status}`, String(head.status))
  if (head.text !== '') throw new Breach(draft, 'HEAD without a body', head.text.slice(0, 80))
  if (get.status >= 400) return
  const told = (answer: Answer) => [...answer.headers].filter(([name]) => !own.has(name)).map((pair) => pair.join(': '))
  const difference = told(get).filter((line) => !told(head).includes(line))
  if (difference.length > 0) throw new Breach(draft, `HEAD with ${difference.join('; ')}`, told(head).join('; '))
  const total = totalOf(get)
  const counted = head.headers.get('x-total-count')
  if (total !== undefined && counted !== String(total)) throw new Breach(draft, `x-total-count: ${total}`, String(counted))
}

async function checkPages(run: Run, entry: OperationEntry, draft: Draft): Promise<void> {
  const read = async (query: Draft['query']) => run.ask(entry, { ...draft, query: { ...draft.query, ...query } })
  const whole = await read({ per_page: 200 })
  if (whole.status !== 200) return
  const all = listObjects(whole.body).map((object) => JSON.stringify(object))
  const total = totalOf(whole)
  if (total !== undefined && total <= 200 && total !== all.length)
    throw new Breach(draft, `${total} objects, as meta.total says`, String(all.length))
  for (const size of [1, 2, 7]) {
    const collected: string[] = []
    const last = Math.ceil(all.length / size)
    for (let page = 1; page <= last + 1; page += 1) {
      const answer = await read({ page, per_page: size })
      const objects = listObjects(answer.body).map((object) => JSON.stringify(object))
      const input = { ...draft, page, per_page: size }
      if (page > last && objects.length > 0) throw new Breach(input, 'nothing past the last page', `${objects.length} objects`)
      if (totalOf(answer) !== total) throw new Breach(input, `meta.total ${total}`, String(totalOf(answer)))
      expectLinks(input, answer, page, last)
      collected.push(...objects)
    }
    // What is keyed by id has no order.
    const isMap = !Object.values(whole.body as object).some((member) => Array.isArray(member))
    const [pages, list] = isMap ? [collected.toSorted(), all.toSorted()] : [collected, all]
    if (pages.join() !== list.join())
      throw new Breach(
        { ...draft, per_page: size },
        'pages that are the list, in its order',
        `${collected.length} of ${all.length} objects`,
      )
  }
}

/** `links` is always there when a page was asked for; it names the pages that there are. */
function expectLinks(input: unknown, { body }: Answer, page: number, pages: number): void {
  if (!isObject(body) || !('meta' in body)) return
  const links = body['links']
  if (!isObject(links)) throw new Breach(input, 'links', 'none')
  const told = isObject(links['pages']) ? Object.keys(links['pages']) : []
  const wanted = [...(page > 1 && pages > 0 ? ['first', 'prev'] : []), ...(page < pages ? ['next', 'last'] : [])]
  if (page <= pages && told.toSorted().join() !== wanted.toSorted().join())
    throw new Breach(input, `links to ${wanted.join()}`, told.join())
}

function totalOf({ body }: Answer): number | undefined {
  const meta = isObject(body) ? body['meta'] : undefined
  const total = isObject(meta) ? meta['total'] : undefined
  return typeof total === 'number' ? total : undefined
}
