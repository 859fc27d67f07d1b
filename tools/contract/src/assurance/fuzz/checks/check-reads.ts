/** Checks that HEAD returns the headers of GET, and that the pages of a list add up to the list. */
import type { OperationEntry } from '../../../load-specification.ts'
import { isObject } from '../../../is-object.ts'
import { listObjects } from '../find-paths.ts'
import type { SandboxResponse } from '../../../fixtures/test-sandbox.ts'
import { listExamples } from '../list-examples.ts'
import { ContractViolation, type FuzzRun } from '../fuzz-run.ts'
import { type RequestDraft, emptyDraft } from '../format-request.ts'

/** Headers that differ between responses or belong to HEAD only. */
const volatileHeaders: ReadonlySet<string> = new Set(['x-request-id', 'x-total-count', 'link', 'date', 'set-cookie'])

export async function checkReads(run: FuzzRun, entry: OperationEntry, max: number): Promise<void> {
  const { ids, listPathValues } = run.fixture
  await run.restore('changed')
  const [example = emptyDraft] = listExamples(entry)
  const pathValues = listPathValues(entry).slice(0, max)
  // Pages of a list inside an object are tested elsewhere.
  const isPaged = /(^|\.)list/.test(entry.operation.name) && entry.operation.parameters.some(({ name }) => name === 'per_page')
  for (const path of pathValues) {
    const draft: RequestDraft = { ...ids.translate(example), path }
    await run.runCase(entry, 'HEAD', () => checkHead(run, entry, draft))
    if (isPaged) await run.runCase(entry, 'pages', () => checkPages(run, entry, draft))
  }
}

async function checkHead(run: FuzzRun, entry: OperationEntry, draft: RequestDraft): Promise<void> {
  const get = await run.send(entry, draft)
  const head = await run.send(entry, draft, { method: 'HEAD' })
  if (head.status !== get.status) throw new ContractViolation(draft, `HEAD ${get.status}`, String(head.status))
  if (head.text !== '') throw new ContractViolation(draft, 'HEAD without a body', head.text.slice(0, 80))
  if (get.status >= 400) return
  const formatHeaders = (response: SandboxResponse) =>
    [...response.headers].filter(([name]) => !volatileHeaders.has(name)).map((pair) => pair.join(': '))
  const difference = formatHeaders(get).filter((line) => !formatHeaders(head).includes(line))
  if (difference.length > 0) throw new ContractViolation(draft, `HEAD with ${difference.join('; ')}`, formatHeaders(head).join('; '))
  const total = getTotal(get)
  const counted = head.headers.get('x-total-count')
  if (total !== undefined && counted !== String(total)) throw new ContractViolation(draft, `x-total-count: ${total}`, String(counted))
}

async function checkPages(run: FuzzRun, entry: OperationEntry, draft: RequestDraft): Promise<void> {
  const requestPage = async (query: RequestDraft['query']) => run.send(entry, { ...draft, query: { ...draft.query, ...query } })
  const fullPage = await requestPage({ per_page: 200 })
  if (fullPage.status !== 200) return
  const all = listObjects(fullPage.body).map((object) => JSON.stringify(object))
  const total = getTotal(fullPage)
  if (total !== undefined && total <= 200 && total !== all.length)
    throw new ContractViolation(draft, `${total} objects, as meta.total says`, String(all.length))
  for (const size of [1, 2, 7]) {
    const collected: string[] = []
    const last = Math.ceil(all.length / size)
    for (let page = 1; page <= last + 1; page += 1) {
      const response = await requestPage({ page, per_page: size })
      const objects = listObjects(response.body).map((object) => JSON.stringify(object))
      const input = { ...draft, page, per_page: size }
      if (page > last && objects.length > 0) throw new ContractViolation(input, 'nothing past the last page', `${objects.length} objects`)
      if (getTotal(response) !== total) throw new ContractViolation(input, `meta.total ${total}`, String(getTotal(response)))
      expectLinks(input, response, page, last)
      collected.push(...objects)
    }
    // Maps have no order.
    const isMap = !Object.values(fullPage.body as object).some((member) => Array.isArray(member))
    const [pages, list] = isMap ? [collected.toSorted(), all.toSorted()] : [collected, all]
    if (pages.join() !== list.join())
      throw new ContractViolation(
        { ...draft, per_page: size },
        'pages that are the list, in its order',
        `${collected.length} of ${all.length} objects`,
      )
  }
}

/** Checks that `links` is present and names the existing pages. */
function expectLinks(input: unknown, { body }: SandboxResponse, page: number, pages: number): void {
  if (!isObject(body) || !('meta' in body)) return
  const links = body['links']
  if (!isObject(links)) throw new ContractViolation(input, 'links', 'none')
  const formatHeaders = isObject(links['pages']) ? Object.keys(links['pages']) : []
  const expected = [...(page > 1 && pages > 0 ? ['first', 'prev'] : []), ...(page < pages ? ['next', 'last'] : [])]
  if (page <= pages && formatHeaders.toSorted().join() !== expected.toSorted().join())
    throw new ContractViolation(input, `links to ${expected.join()}`, formatHeaders.join())
}

function getTotal({ body }: SandboxResponse): number | undefined {
  const meta = isObject(body) ? body['meta'] : undefined
  const total = isObject(meta) ? meta['total'] : undefined
  return typeof total === 'number' ? total : undefined
}
