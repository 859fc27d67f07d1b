import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { getPageAddress } from '../kit/page-address.ts'
import { createApi, createFamily, createOperation, createParameter, createReply } from '../kit/testing/tiny-model.ts'
import { loadTinyModel } from '../kit/tiny-spec/load-tiny-spec.ts'
import { generateReference, listAssets } from './generate.ts'
import type { Sources } from './sources/sources.ts'

const model = loadTinyModel()
const files = [...generateReference(model), ...listAssets()]
const pages = new Map(files.map(({ path, text }) => [path.replace('packages/reference/dist/site/', ''), text]))
const html = [...pages].filter(([path]) => path.endsWith('.html'))

it('generates a page and its Markdown for every operation', () => {
  const operations = model.apis.flatMap(({ families }) => families.flatMap((family) => family.operations))
  for (const { summary } of operations) expect(html.some(([, text]) => text.includes(`<h1>${summary}</h1>`))).toBe(true)
  for (const [path] of html) expect(pages.has(path.replace(/html$/, 'md'))).toBe(true)
})

it('links only to existing pages and anchors', () => {
  for (const [path, text] of html) {
    for (const [, link = ''] of text.matchAll(/(?:href|src)="([^"]+)"/g)) {
      const target = new URL(link, `http://site/${path}`)
      expect(pages.has(decodeURIComponent(target.pathname.slice(1))), `${path} → ${link}`).toBe(true)
      const anchor = target.hash === '' ? '' : `id="${target.hash.slice(1)}"`
      expect(pages.get(target.pathname.slice(1))).toContain(anchor)
    }
  }
})

it('versions links to styles and scripts by their content', () => {
  for (const [path, text] of html) {
    const named = [...text.matchAll(/"([^"]*assets\/[^"]+)"/g)].map(([, link = '']) => new URL(link, `http://site/${path}`))
    expect(named.length).toBeGreaterThan(3)
    for (const { pathname, search } of named.filter((each) => !each.pathname.endsWith('.json'))) {
      const content = pages.get(pathname.slice(1)) ?? ''
      expect(search, `${path} → ${pathname}`).toBe(`?v=${createHash('sha256').update(content).digest('hex').slice(0, 8)}`)
    }
  }
})

it('changes only the pages that show the edited text', () => {
  const edited = structuredClone(model)
  const operation = edited.apis[0]?.families[0]?.operations[0]
  if (!operation) throw new Error('The tiny specification has no operation.')
  Object.assign(operation, { description: `${operation.description} And more.` })
  const before = new Map(generateReference(model).map(({ path, text }) => [path, text]))
  const changed = generateReference(edited).filter(({ path, text }) => before.get(path) !== text)
  const own = getPageAddress(edited.apis[0]!, edited.apis[0]!.families[0]!, operation)
  expect(changed.map(({ path }) => path.replace('packages/reference/dist/site/', '')).toSorted()).toEqual(
    [`${own}.html`, `${own}.md`, 'assets/search-index.json', 'llms-full.txt'].toSorted(),
  )
})

it('gives every page a different heading', () => {
  const name = 'boats'
  const twice = createApi({
    families: [createFamily([createOperation({ id: 'a' })], 'boats'), createFamily([createOperation({ id: 'b' })], 'ships')],
  })
  const generated = generateReference({ apis: [twice] })
  for (const read of [/<h1>(.*?)<\/h1>/, /^# .*/]) {
    const lines = generated.flatMap(({ path, text }) => (/\.(html|md)$/.test(path) ? (read.exec(text)?.[0] ?? []) : []))
    expect(new Set(lines).size).toBe(lines.length)
  }
  expect(generated.some(({ text }) => text.includes(`(${name})</h1>`))).toBe(true)
})

const sources: Sources = {
  guides: [
    {
      name: 'begin',
      chapter: 'Start',
      title: 'Begin',
      description: 'The first call.',
      text: 'See [errors](../errors.md).\n\n## A call\n\n```sh\necho $HOME\n```',
    },
  ],
  workflows: [
    {
      name: 'life',
      title: 'A life',
      description: 'From start to end.',
      steps: [
        {
          stepId: 'first-boat',
          operationId: 'boats_create',
          requestBody: { payload: { name: 'Ada' } },
          successCriteria: [{ condition: '$statusCode == 202' }, { condition: "$response.body#/boat/name == 'Ada'" }],
          outputs: { boat: '$response.body#/boat/id', action: '$response.body#/links/actions/0/id' },
        },
        {
          stepId: 'wait',
          'x-operation': { method: 'post', url: '{$inputs.sandbox}/_sandbox/clock' },
          requestBody: { payload: { advance_seconds: 9 } },
        },
        {
          stepId: 'read',
          'x-operation': { method: 'get', url: 'http://127.0.0.1/{$steps.first-boat.outputs.boat}' },
          successCriteria: [{ condition: '$response.body#/id == $steps.first-boat.outputs.boat' }],
        },
      ],
    },
  ],
  changes: {
    next: [{ packages: ['@spindrift/types'], text: 'More types.' }],
    released: [{ name: '@spindrift/client', text: '## 1.0.0\n\nFirst.' }],
  },
  coverage: {
    notes: { boats: { missing: 'Water' } },
    clients: { crew: 'Crew CLI' },
    families: { boats: ['crew'] },
  },
}
const whole = new Map(generateReference(model, sources).map(({ path, text }) => [path.replace('packages/reference/dist/site/', ''), text]))

it('renders the guides and their links', () => {
  expect(whole.get('guides/begin.html')).toContain('href="../errors.html"')
  expect(whole.get('guides/begin.html')).toContain('<h2 id="a-call">A call</h2>')
  expect(whole.get('guides/begin.html')).toContain('<span class="h-built_in">echo</span> $HOME</code></pre>')
  expect(whole.get('guides/begin.md')).toContain('# Begin\n\nThe first call.\n\nSee [errors](../errors.md).')
  expect(whole.get('guides/index.html')).toContain('<a href="begin.html">Begin</a>: The first call.')
})

it('renders a workflow as a program and as a shell script', () => {
  const text = whole.get('workflows/life.md')
  expect(text).toContain(`const firstBoatReply = await cloud.boats.create({ body: { name: 'Ada' } })
const boat = firstBoatReply.boat.id
const action = firstBoatReply.links!.actions![0]!.id!`)
  expect(text).toContain(`boat=$(jq -r '.boat.id' \\<\\<\\< "$reply")`.replaceAll('\\', ''))
  expect(text).toContain('curl -s -X POST "$SPINDRIFT_BASE_URL/_sandbox/clock"')
  expect(text).toContain('await fetch(`http://127.0.0.1/${boat}`')
  expect(text).toContain('- `boat.name` is `Ada`.\n- Later steps use `boat.id` as `boat`.')
  expect(text).toContain('- `id` is the `boat` of *First boat*.')
})

it('shows by family what the sandbox simulates, what it lacks, and which clients called it', () => {
  expect(whole.get('coverage.md')).toMatch(
    /^\| \[Boats\]\(control\/boats\/index\.md\) \| \d+ \| .*States of `Boat`.* \| Water \| Crew CLI \|$/m,
  )
})

it('lists limits, states and changes', () => {
  expect(whole.get('limits.md')).toMatch(/^### \S+: [\d,]+ per \d+ \w+\n\nCounts/m)
  expect(whole.get('states.html')).toContain('<svg class="states"')
  expect(whole.get('states.md')).toContain('| `Boat` | `state` | `at_sea` |  |  |  |')
  expect(whole.get('changes/types.md')).toContain('## Next release\n\n- More types.\n')
  expect(whole.get('changes/client.md')).toContain('### 1.0.0\n\nFirst.')
})

it('describes the cause, fix and operations of each error', () => {
  const refuse = (value: object) => ({
    ...createReply('400'),
    description: 'The grant is spent.',
    content: [{ mediaType: 'application/json', schema: {}, examples: [{ name: 'a', value }] }],
  })
  const operations = [
    createOperation({ id: 'a', replies: [refuse({ error: 'invalid_grant', error_description: 'Spent.' })] }),
    createOperation({ id: 'b', replies: [refuse({ error: 'invalid_grant', error_description: 'Gone.' })] }),
    createOperation({ id: 'c', replies: [refuse({ id: 'bad_request', message: 'No JSON.' })] }),
  ]
  const generated = generateReference({ apis: [createApi({ families: [createFamily(operations)] })] })
  expect(generated.find(({ path }) => path.endsWith('/errors.md'))?.text).toMatch(
    /## 400 bad_request\n\n\*\*What to do:\*\* Send a valid JSON body .*\n\n- The grant is spent\. Message: `No JSON\.` Operations: `c`\.\n\n\n## 400 invalid_grant\n\n\*\*What to do:\*\* Ask the user .*\n\n- The grant is spent\. Messages: `Spent\.`, `Gone\.` Operations: `a`, `b`\.\n/,
  )
})

it('lists all pages and documents for programs', () => {
  for (const [, link = ''] of (whole.get('llms.txt') ?? '').matchAll(/\]\(([^)]+)\)/g)) expect(whole.has(link), link).toBe(true)
  const listed = [...(whole.get('sitemap.xml') ?? '').matchAll(/<loc>http:\/\/127\.0\.0\.1:4040\/(.*?)<\/loc>/g)].map(
    ([, path = '']) => path || 'index.html',
  )
  expect(listed.toSorted()).toEqual([...whole.keys()].filter((path) => path.endsWith('.html') && path !== '404.html').toSorted())
  for (const { name, document } of model.apis) {
    expect(JSON.parse(whole.get(`bundles/${name}.json`) ?? '')).toEqual(document)
    expect(parse(whole.get(`bundles/${name}.yaml`) ?? '')).toEqual(document)
  }
})

it('escapes markup and scripts, and rejects names that leave the folder', () => {
  const text = '</h1><script>alert(1)</script>"\'>'
  const api = createApi({ families: [createFamily([createOperation({ summary: text, description: text })])], title: text })
  for (const { text: page } of generateReference({ apis: [api] }).filter(({ path }) => path.endsWith('.html')))
    expect(page).not.toContain('<script>alert')
  const family = createFamily([createOperation({ name: '../a' })], '../a')
  expect(() => generateReference({ apis: [createApi({ families: [family] })] })).toThrow('cannot be a file name')
})

it('shows the fix for the error id instead of the one for its status', () => {
  const value = { error: 'invalid_grant', error_description: 'Spent.' }
  const reply = { ...createReply('400'), content: [{ mediaType: 'application/json', schema: {}, examples: [{ name: 'a', value }] }] }
  const generated = generateReference({ apis: [createApi({ families: [createFamily([createOperation({ replies: [reply] })])] })] })
  const page = generated.find(({ path }) => path.endsWith('/control/volumes/list.html'))?.text
  expect(page).toContain('<code>invalid_grant</code>')
  expect(page).toContain('Ask the user to sign in again')
  expect(page).not.toContain('Send a valid JSON body')
})

it('describes a document that contains only schemas', () => {
  const shared = generateReference({ apis: [createApi({ families: [createFamily([createOperation()]), createFamily([], 'shared')] })] })
  const page = shared.find(({ path }) => path.endsWith('/control/shared/index.html'))?.text
  expect(page).toContain('<h1>Shared schemas</h1>')
  expect(page).toContain('Schemas that operations of several families use.')
  expect(page).not.toContain('>Operations<')
})

it('shows an example of a parameter unless all of its values are listed', () => {
  const parameters = [
    createParameter({ name: 'name', example: 'covers-data' }),
    createParameter({ name: 'order', schema: { type: 'string', enum: ['asc', 'desc'] }, example: 'asc' }),
  ]
  const generated = generateReference({ apis: [createApi({ families: [createFamily([createOperation({ parameters })])] })] })
  const page = generated.find(({ path }) => path.endsWith('/control/volumes/list.md'))?.text
  expect(page).toContain('Example: `covers-data`')
  expect(page).not.toMatch(/example: `asc`/i)
})

it('groups request and reply examples of the same name', () => {
  const content = (value: object, name: string) => ({ mediaType: 'application/json', schema: {}, examples: [{ name, value }] })
  const operation = createOperation({
    method: 'post',
    body: { required: true, content: [content({ size: 1 }, 'small_boat'), content({ size: 9 }, 'large_boat')] },
    replies: [{ ...createReply('201'), content: [content({ id: 7 }, 'large_boat')] }],
  })
  const generated = generateReference({ apis: [createApi({ families: [createFamily([operation])] })] })
  const [page = '', markdown = ''] = ['html', 'md'].map(
    (ending) => generated.find(({ path }) => path.endsWith(`/control/volumes/list.${ending}`))?.text,
  )
  expect(page.replace(/\s+/g, ' ')).toMatch(
    /<details class="example" ?><summary>Small boat .*<details class="example" open><summary>Large boat <b class="type">request<\/b> <b class="status good">201<\/b>/,
  )
  expect(markdown).toContain('### Small boat\n\nRequest (application/json):\n\n```json\n{\n  "size": 1\n}\n```\n')
  expect(markdown).toContain('### Large boat\n\nRequest (application/json):')
  expect(markdown).toContain('201 (application/json):\n\n```json\n{\n  "id": 7\n}\n```\n')
})

it('shows the client method of each operation of a family', () => {
  const generated = generateReference({ apis: [createApi({ families: [createFamily([createOperation({ method: 'delete' })])] })] })
  const page = generated.find(({ path }) => path.endsWith('/control/volumes/list.html'))?.text
  expect(/<nav class="side".*?<\/nav>/s.exec(page ?? '')?.[0]).toContain('<b class="method delete">DEL</b>')
})
