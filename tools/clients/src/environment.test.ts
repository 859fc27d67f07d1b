/** Clients that are told nothing in code: the variables alone point them to the sandbox. */
import Anthropic from '@anthropic-ai/sdk'
import { Gradient } from '@digitalocean/gradient'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Platform, startPlatform } from './start-platform.ts'

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform()
  const info = (await (await fetch(`${platform.url}/_sandbox/info`)).json()) as { readonly environment: Readonly<Record<string, string>> }
  for (const [name, value] of Object.entries(info.environment)) vi.stubEnv(name, value)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await platform.close()
})

it('OpenAI', async () => {
  const { data } = await new OpenAI().models.list()
  expect(data.length).toBeGreaterThan(0)
})

it('Anthropic', async () => {
  const question = { role: 'user' as const, content: 'Which books came in?' }
  const { content } = await new Anthropic().messages.create({ model: 'anthropic-claude-haiku', max_tokens: 50, messages: [question] })
  expect(content[0]).toMatchObject({ type: 'text' })
})

it('Gradient', async () => {
  expect(await new Gradient().agents.list()).toMatchObject({ agents: expect.any(Array) })
})

it('nothing of that is answered wrongly', () => {
  expect(platform.failures).toEqual([])
})
