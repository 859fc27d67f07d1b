import { HumanMessage, type ToolMessage } from '@langchain/core/messages'
import { ChatPromptTemplate } from '@langchain/core/prompts'
import { StringOutputParser } from '@langchain/core/output_parsers'
import { tool } from '@langchain/core/tools'
import { ChatOpenAI, OpenAIEmbeddings } from '@langchain/openai'
import { createCloud } from '@spindrift/client'
import { z } from 'zod'

const cloud = createCloud()
const apiKey = process.env['SPINDRIFT_MODEL_ACCESS_KEY']!
const configuration = { baseURL: `${process.env['SPINDRIFT_BASE_URL']}/v1` }
const model = new ChatOpenAI({ model: 'llama3.3-70b-instruct', apiKey, configuration })

// Streams the output of a chain.
const chain = ChatPromptTemplate.fromTemplate('Do you have {what}?').pipe(model).pipe(new StringOutputParser())
for await (const text of await chain.stream({ what: 'tide tables' })) process.stdout.write(text)
console.log()

// The model calls a function of this program, and replies with its result.
const listDroplets = tool(
  async ({ tag }) => JSON.stringify((await cloud.droplets.list({ tag_name: tag }).toArray()).map(({ name }) => name)),
  {
    name: 'list_droplets',
    description: 'The droplets with a tag',
    schema: z.object({ tag: z.enum(['storefront', 'backoffice']) }),
  },
)
const modelWithTools = model.bindTools([listDroplets])
const question = new HumanMessage('Which droplets have the tag storefront?')
const request = await modelWithTools.invoke([question])
const results: ToolMessage[] = []
for (const call of request.tool_calls ?? []) results.push(await listDroplets.invoke({ ...call, type: 'tool_call' }))
console.log((await modelWithTools.invoke([question, request, ...results])).text)

// Generates an object of a schema.
const order = await model
  .withStructuredOutput(z.object({ title: z.string(), copies: z.int().min(1) }), { method: 'jsonSchema' })
  .invoke('Order copies of The Tide Atlas.')
console.log(typeof order.title, Number.isInteger(order.copies))

const embeddings = new OpenAIEmbeddings({ model: 'gte-large-en-v1.5', apiKey, configuration })
console.log((await embeddings.embedDocuments(['A history of the tides', 'Knots for beginners'])).map((vector) => vector.length).join(' '))
