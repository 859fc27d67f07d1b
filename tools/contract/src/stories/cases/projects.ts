import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const projects: Story = {
  title: 'A project takes resources, keeps itself from being deleted while it has them, and goes empty',
  run: async ({ cloud, keeps, lists, refuses }) => {
    const body = { name: 'Storefront', purpose: 'Web application', environment: 'Production' } as const
    const { project } = await cloud.projects.create({ body })
    const path = { project_id: project.id }
    keeps(() => assert.deepEqual([project.name, project.is_default], ['Storefront', false]))
    await refuses(409, () => cloud.projects.create({ body }))
    const { project: patched } = await cloud.projects.update({ path, body: { description: 'Shop and warehouse' } })
    keeps(() => assert.deepEqual([patched.name, patched.description], ['Storefront', 'Shop and warehouse']))

    const { volume } = await cloud.volumes.create({ body: { name: 'covers-data', region: 'nyc3', size_gigabytes: 100 } })
    await cloud.domains.create({ body: { name: 'tidewater.example' } })
    const missing = 'do:volume:00000000-0000-4000-8000-000000000000'
    const resources = [`do:volume:${volume.id}`, 'do:domain:tidewater.example', missing]
    const { resources: first } = await cloud.projects.resources.assign({ path, body: { resources } })
    lists(first, 'status', ['assigned', 'assigned', 'not_found'])
    const { resources: again } = await cloud.projects.resources.assign({ path, body: { resources: resources.slice(0, 1) } })
    lists(again, ({ urn, status }) => [urn, status], [[resources[0], 'already_assigned']])
    const inside = await cloud.projects.resources.list({ path })
    keeps(() => {
      assert.deepEqual(inside.resources.map(({ urn }) => urn).toSorted(), resources.slice(0, 2).toSorted())
      assert.equal(inside.meta.total, 2)
    })
    await refuses(412, () => cloud.projects.delete({ path }))

    const { resources: moved } = await cloud.projects.resources.assignDefault({ body: { resources: resources.slice(0, 2) } })
    lists(moved, 'status', ['assigned', 'assigned'])
    const { resources: left } = await cloud.projects.resources.list({ path })
    keeps(() => assert.deepEqual(left, []))
    await cloud.projects.delete({ path })
    await refuses(404, () => cloud.projects.get({ path }))
    const { project: standard } = await cloud.projects.getDefault()
    await refuses(412, () => cloud.projects.delete({ path: { project_id: standard.id } }))
  },
}
