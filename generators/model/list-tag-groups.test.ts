import { expect, it } from 'vitest'
import { createApi, createFamily, createOperation } from '../kit/testing/tiny-model.ts'
import { groupByTag, listFamilyGroups } from './list-tag-groups.ts'

const list = createOperation({ path: '/v2/volumes' })
const attach = createOperation({ path: '/v2/volumes/actions', method: 'post' })
const [volumes, domains] = [createFamily([list, attach]), createFamily([createOperation({ path: '/v2/domains' })], 'domains')]

function createGrouped(groups: readonly { name: string; tags: string[] }[]) {
  const { document } = createApi()
  const paths = {
    '/v2/volumes': { get: { tags: ['Volumes'] } },
    '/v2/volumes/actions': { post: { tags: ['Volume actions'] } },
    '/v2/domains': { get: { tags: ['Domains'] } },
  }
  const tags = ['Volumes', 'Volume actions', 'Domains'].map((name) => ({ name, description: '' }))
  return createApi({ families: [volumes, domains], document: { ...document, paths, tags, 'x-tagGroups': groups } })
}

it('lists the families of each group by the tag of their first operation', () => {
  const groups = [
    { name: 'Networking', tags: ['Domains'] },
    { name: 'Storage', tags: ['Volumes', 'Volume actions'] },
  ]
  expect(listFamilyGroups(createGrouped(groups))).toEqual([
    { title: 'Networking', families: [domains] },
    { title: 'Storage', families: [volumes] },
  ])
})

it('lists all families by title when there are no groups', () => {
  expect(listFamilyGroups(createApi({ families: [volumes, domains] }))).toEqual([{ title: '', families: [domains, volumes] }])
})

it.each([
  { tags: ['Volumes', 'Domains'], count: 0 },
  { tags: ['Volumes', 'Domains', 'Volume actions'], extra: 'Volume actions', count: 2 },
])('rejects a tag in $count groups', ({ tags, extra, count }) => {
  const groups = [{ name: 'All', tags }, ...(extra === undefined ? [] : [{ name: 'More', tags: [extra] }])]
  expect(() => listFamilyGroups(createGrouped(groups))).toThrow(`"Volume actions" of Tiny API is in ${count} groups`)
})

it('groups the operations of a family by tag', () => {
  expect(groupByTag(createGrouped([]), volumes)).toEqual([
    { tag: 'Volumes', operations: [list] },
    { tag: 'Volume actions', operations: [attach] },
  ])
})
