import { describe, expect } from 'vitest'
import { expectRefusal } from '../../../test/fixtures.ts'
import { it } from '../../../test/it.ts'
import { createTestSandbox } from '../../../test/create-test-sandbox.ts'
import type { Fields } from '../../../test/operation-at.ts'

type DetectBody = Fields<'/v2/apps/detect'>

const detect = async (body: DetectBody) => createTestSandbox().post('/v2/apps/detect', body)
const createSource = (repo: string, fields: DetectBody = {}) => ({ github: { repo: `tidewater-books/${repo}`, branch: 'main' }, ...fields })

describe('component detection', () => {
  it.each([
    { input: createSource('book-club'), folder: '/' },
    { input: createSource('book-club', { source_dir: 'docs/site' }), folder: 'docs/site' },
    { input: { git: { repo_clone_url: 'https://git.tidewater.example/price-functions.git' } }, folder: '/' },
  ])('returns a Node.js service for the repository $input', async ({ input, folder }) => {
    const { status, body } = await detect(input)
    expect(status).toBe(200)
    const component = { strategy: 'BUILDPACK', component_type: 'service', environment_slug: 'node-js', source_dir: folder }
    expect(body).toMatchObject({ components: [component], template_found: false, pending: false })
    expect(body.components[0].buildpacks).toMatchObject([{ id: 'spindrift/node', latest: true }])
  })

  it.each([
    { input: {}, expected: 'needs exactly one of git, github, gitlab, bitbucket' },
    { input: { ...createSource('one'), gitlab: { repo: 'tidewater/two' } }, expected: 'has github and gitlab' },
    { input: { git: { repo_clone_url: 'git@tidewater.example:club.git' } }, expected: 'git.repo_clone_url' },
    { input: createSource(''), expected: 'github.repo' },
  ])('rejects $input', async ({ input, expected }) => {
    await expectRefusal(detect(input), 422, expected)
  })
})

describe('app tiers', () => {
  it('returns each tier at its own path', async ({ sandbox }) => {
    const { body } = await sandbox.get('/v2/apps/tiers')
    expect(body.tiers.map(({ slug }) => slug)).toEqual(['starter', 'basic', 'professional'])
    const { tier_slug: slug } = (await sandbox.get('/v2/apps/tiers/instance_sizes')).body.instance_sizes[0]
    expect((await sandbox.get(`/v2/apps/tiers/${slug}`)).body.tier).toEqual(body.tiers.find((tier) => tier.slug === slug))
    expect((await sandbox.ask('DELETE', '/v2/apps/tiers')).status).toBe(405)
  })
})
