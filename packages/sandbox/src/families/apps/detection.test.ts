import { describe, expect } from 'vitest'
import { expectRefusal } from '../../../test/expect-refusal.ts'
import { it } from '../../../test/it.ts'
import { makeSandbox } from '../../../test/make-sandbox.ts'
import type { Fields } from '../../../test/operation-at.ts'

type Detected = Fields<'/v2/apps/detect'>

const detect = async (body: Detected) => makeSandbox().post('/v2/apps/detect', body)
const at = (repo: string, more: Detected = {}) => ({ github: { repo: `tidewater-books/${repo}`, branch: 'main' }, ...more })

describe('the detection of components', () => {
  it.each([
    { given: at('book-club'), want: { strategy: 'BUILDPACK', component_type: 'service', environment_slug: 'node-js', source_dir: '/' } },
    { given: at('orders-python'), want: { environment_slug: 'python', buildpacks: [{ id: 'spindrift/python', latest: true }] } },
    { given: at('book-club', { source_dir: 'docs/site' }), want: { strategy: 'HTML', types: ['static_site'], source_dir: 'docs/site' } },
    { given: { gitlab: { repo: 'tidewater/covers', branch: 'docker' } }, want: { strategy: 'DOCKERFILE', dockerfiles: ['Dockerfile'] } },
    {
      given: { git: { repo_clone_url: 'https://git.tidewater.example/price-functions.git' } },
      want: { strategy: 'SERVERLESS', component_type: 'functions' },
    },
    { given: { bitbucket: { repo: 'tidewater/go' } }, want: { environment_slug: 'go', run_command: 'bin/app' } },
  ])('goes by what the source says of itself: $want', async ({ given, want }) => {
    const { status, body } = await detect(given)
    expect(status).toBe(200)
    expect(body).toMatchObject({ components: [want], template_found: false, pending: false })
    expect((await detect(given)).body).toEqual(body)
  })

  it('finds nothing where nothing is', async () => {
    expect((await detect(at('empty'))).body).toEqual({ components: [], template_found: false, template_valid: false, pending: false })
  })

  it('answers a template that an app can be made of', async ({ sandbox }) => {
    const { body } = await sandbox.post('/v2/apps/detect', at('Template_Shop'))
    expect(body).toMatchObject({ template_found: true, template_valid: true, template: { spec: { name: 'template-shop' } } })
    expect((await sandbox.post('/v2/apps', body.template)).status).toBe(200)
    const broken = (await sandbox.post('/v2/apps/detect', at('invalid-template'))).body
    expect(broken).toMatchObject({ template_found: true, template_valid: false, template_error: expect.stringContaining('YAML') as string })
    expect(broken.template).toBeUndefined()
  })

  it.each([
    { given: {}, want: 'needs exactly one of git, github, gitlab, bitbucket' },
    { given: { ...at('one'), gitlab: { repo: 'tidewater/two' } }, want: 'has github and gitlab' },
    { given: { git: { repo_clone_url: 'git@tidewater.example:club.git' } }, want: 'git.repo_clone_url' },
    { given: at(''), want: 'github.repo' },
  ])('refuses $given', async ({ given, want }) => {
    await expectRefusal(detect(given), 422, want)
  })
})

describe('tiers', () => {
  it('are there, by their own addresses', async ({ sandbox }) => {
    const { body } = await sandbox.get('/v2/apps/tiers')
    expect(body.tiers.map(({ slug }) => slug)).toEqual(['starter', 'basic', 'professional'])
    const { tier_slug: slug } = (await sandbox.get('/v2/apps/tiers/instance_sizes')).body.instance_sizes[0]
    expect((await sandbox.get(`/v2/apps/tiers/${slug}`)).body.tier).toEqual(body.tiers.find((tier) => tier.slug === slug))
    expect((await sandbox.get('/v2/apps/tiers/none')).status).toBe(404)
    expect((await sandbox.ask('DELETE', '/v2/apps/tiers')).status).toBe(405)
  })
})
