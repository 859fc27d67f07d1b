/** Configures clients only with environment variables. */
import Anthropic from '@anthropic-ai/sdk'
import { Gradient } from '@digitalocean/gradient'
import OpenAI from 'openai'
import { afterAll, expect, it, vi } from 'vitest'
import { usePlatform } from './use-platform.ts'

const platform = await usePlatform()
const info = (await (await fetch(`${platform.url}/_sandbox/info`)).json()) as { readonly environment: Readonly<Record<string, string>> }
for (const [name, value] of Object.entries(info.environment)) vi.stubEnv(name, value)
afterAll(() => vi.unstubAllEnvs())

it('configures the OpenAI client', async () => {
  const { data } = await new OpenAI().models.list()
  expect(data.length).toBeGreaterThan(0)
})

it('configures the Anthropic client', async () => {
  const question = { role: 'user' as const, content: 'Which books came in?' }
  const { content } = await new Anthropic().messages.create({ model: 'anthropic-claude-haiku', max_tokens: 50, messages: [question] })
  expect(content[0]).toMatchObject({ type: 'text' })
})

it('configures the Gradient client', async () => {
  expect(await new Gradient().agents.list()).toMatchObject({ agents: expect.any(Array) })
})
