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
    { given: createSource('book-club'), folder: '/' },
    { given: createSource('book-club', { source_dir: 'docs/site' }), folder: 'docs/site' },
    { given: { git: { repo_clone_url: 'https://git.tidewater.example/price-functions.git' } }, folder: '/' },
  ])('returns a Node.js service for the repository $given', async ({ given, folder }) => {
    const { status, body } = await detect(given)
    expect(status).toBe(200)
    const component = { strategy: 'BUILDPACK', component_type: 'service', environment_slug: 'node-js', source_dir: folder }
    expect(body).toMatchObject({ components: [component], template_found: false, pending: false })
    expect(body.components[0].buildpacks).toMatchObject([{ id: 'spindrift/node', latest: true }])
  })

  it.each([
    { given: {}, want: 'needs exactly one of git, github, gitlab, bitbucket' },
    { given: { ...createSource('one'), gitlab: { repo: 'tidewater/two' } }, want: 'has github and gitlab' },
    { given: { git: { repo_clone_url: 'git@tidewater.example:club.git' } }, want: 'git.repo_clone_url' },
    { given: createSource(''), want: 'github.repo' },
  ])('rejects $given', async ({ given, want }) => {
    await expectRefusal(detect(given), 422, want)
  })
})

describe('app tiers', () => {
  it('returns each tier at its own path', async ({ sandbox }) => {
    const { body } = await sandbox.get('/v2/apps/tiers')
    expect(body.tiers.map(({ slug }) => slug)).toEqual(['starter', 'basic', 'professional'])
    const { tier_slug: slug } = (await sandbox.get('/v2/apps/tiers/instance_sizes')).body.instance_sizes[0]
    expect((await sandbox.get(`/v2/apps/tiers/${slug}`)).body.tier).toEqual(body.tiers.find((tier) => tier.slug === slug))
    expect((await sandbox.get('/v2/apps/tiers/none')).status).toBe(404)
    expect((await sandbox.ask('DELETE', '/v2/apps/tiers')).status).toBe(405)
  })
})
