import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { createCloud } from '@spindrift/client'
import { cosineSimilarity, embedMany, generateText, isStepCount, Output, streamText, tool } from 'ai'
import { z } from 'zod'

const cloud = createCloud()
const models = createOpenAICompatible({
  name: 'spindrift',
  baseURL: `${process.env['SPINDRIFT_BASE_URL']}/v1`,
  apiKey: process.env['SPINDRIFT_MODEL_ACCESS_KEY']!,
  supportsStructuredOutputs: true,
})
const model = models('llama3.3-70b-instruct')

// Streams a reply. The model calls a function of this program.
const listDroplets = tool({
  description: 'The droplets with a tag',
  inputSchema: z.object({ tag: z.enum(['storefront', 'backoffice']) }),
  execute: async ({ tag }) => (await cloud.droplets.list({ tag_name: tag }).toArray()).map(({ name, status }) => ({ name, status })),
})
const { textStream, steps } = streamText({
  model,
  tools: { listDroplets },
  stopWhen: isStepCount(3),
  prompt: 'Which droplets have the tag storefront?',
})
for await (const text of textStream) process.stdout.write(text)
console.log(`\n${(await steps).map(({ finishReason }) => finishReason).join(', ')}`)

// Generates an object of a schema.
const { output } = await generateText({
  model,
  output: Output.object({ schema: z.object({ title: z.string(), copies: z.int().min(1) }) }),
  prompt: 'Order copies of The Tide Atlas.',
})
console.log(typeof output.title, Number.isInteger(output.copies))

// Compares the meaning of texts with embeddings.
const values = ['A history of the tides', 'Knots for beginners', 'The history of tides']
const { embeddings } = await embedMany({ model: models.embeddingModel('gte-large-en-v1.5'), values })
const [tides = [], knots = [], question = []] = embeddings
console.log(cosineSimilarity(tides, question) > cosineSimilarity(knots, question))
