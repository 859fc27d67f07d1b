/** Names at the edges of what the platform accepts: length, upper case, and characters that only some kinds allow. */
import { describe, expect } from 'vitest'
import { coversVolume } from './create-test-sandbox.ts'
import { it } from './it.ts'

const volume = (name: string) => ({ path: '/v2/volumes', body: { ...coversVolume, name } })
const tag = (name: string) => ({ path: '/v2/tags', body: { name } })
const project = (name: string) => ({ path: '/v2/projects', body: { name, purpose: 'Web Application' } })
const registry = (name: string) => ({ path: '/v2/registries', body: { name, subscription_tier_slug: 'basic' } })

describe('names', () => {
  it.for([
    { kind: 'a volume of one letter', request: volume('v') },
    { kind: 'a volume of 64 characters', request: volume('v'.repeat(64)) },
    { kind: 'a tag with a colon, a dash, an underscore and upper case', request: tag('Env:prod_eu-1') },
    { kind: 'a tag of 255 characters', request: tag('t'.repeat(255)) },
    { kind: 'a project with spaces, upper case and other scripts', request: project('Läden & Bücher 書店') },
    { kind: 'a project of 175 characters', request: project('p'.repeat(175)) },
    { kind: 'a registry with digits and dashes', request: registry('2-tidewater-2') },
    { kind: 'a registry of 63 characters', request: registry('r'.repeat(63)) },
  ])('accept $kind', async ({ request: { path, body } }, { sandbox }) => {
    const response = await sandbox.ask('POST', path, body)
    expect(response.status, response.body?.message).toBe(201)
    expect(Object.values<{ name?: string }>(response.body)[0]?.name).toBe(body.name)
  })

  it('accept any characters for a volume snapshot', async ({ sandbox }) => {
    const { volume: created } = (await sandbox.post('/v2/volumes', coversVolume)).body
    const name = 'Before sale: 50 % off, 書店'
    expect((await sandbox.post(`/v2/volumes/${created.id}/snapshots`, { name })).body.snapshot.name).toBe(name)
  })

  it.for([
    { kind: 'a volume of 65 characters', request: volume('v'.repeat(65)), status: 422 },
    { kind: 'a volume with upper case', request: volume('Covers'), status: 422 },
    { kind: 'a volume that begins with a digit', request: volume('1-covers'), status: 422 },
    { kind: 'a tag with a space', request: tag('spring sale'), status: 400 },
    { kind: 'a tag of 256 characters', request: tag('t'.repeat(256)), status: 422 },
    { kind: 'a project of 176 characters', request: project('p'.repeat(176)), status: 422 },
    { kind: 'a registry with upper case', request: registry('Tidewater'), status: 422 },
    { kind: 'a registry of 64 characters', request: registry('r'.repeat(64)), status: 422 },
  ])('are rejected for $kind', async ({ request: { path, body }, status }, { sandbox }) => {
    expect((await sandbox.ask('POST', path, body)).status).toBe(status)
  })
})
