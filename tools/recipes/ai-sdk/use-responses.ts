/** A tool loop in the responses format, in which each step references the items of the steps before by their ids. */
import { createOpenAI } from '@ai-sdk/openai'
import { createCloud } from '@spindrift/client'
import { generateText, isStepCount, streamText, tool } from 'ai'
import { z } from 'zod'

const cloud = createCloud()
const models = createOpenAI({ baseURL: `${process.env['SPINDRIFT_BASE_URL']}/v1`, apiKey: process.env['SPINDRIFT_MODEL_ACCESS_KEY']! })
const listDroplets = tool({
  description: 'The droplets with a tag',
  inputSchema: z.object({ tag: z.enum(['storefront', 'backoffice']) }),
  execute: async ({ tag }) => (await cloud.droplets.list({ tag_name: tag }).toArray()).map(({ name }) => name),
})
const request = {
  model: models('llama3.3-70b-instruct'),
  tools: { listDroplets },
  stopWhen: isStepCount(3),
  messages: [{ role: 'user' as const, content: 'Which droplets have the tag storefront?' }],
}

const first = await generateText(request)
console.log(first.text)
const messages = [...request.messages, ...first.responseMessages, { role: 'user' as const, content: 'Thank you. Do you have tide tables?' }]
const { textStream, steps } = streamText({ ...request, messages })
for await (const text of textStream) process.stdout.write(text)
console.log(`\n${(await steps).map(({ finishReason }) => finishReason).join(', ')}`)
