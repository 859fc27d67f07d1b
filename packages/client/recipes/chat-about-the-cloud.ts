import { createInterface } from 'node:readline'
import { createCloud } from '@spindrift/client'
import type { ChatMessage, ChatTool } from '@spindrift/types/chat'

const cloud = createCloud()

const tools: ChatTool[] = [
  {
    type: 'function',
    function: {
      name: 'list_droplets',
      description: 'Lists the droplets with a tag: name, status and region',
      parameters: { type: 'object', properties: { tag: { type: 'string', enum: ['storefront', 'backoffice'] } }, required: ['tag'] },
    },
  },
]

/** Runs a function for the model. An error is also returned as text. */
async function run(name: string, args: string): Promise<string> {
  try {
    if (name !== 'list_droplets') return `There is no function ${name}.`
    const { tag } = JSON.parse(args) as { tag: string }
    const droplets = await cloud.droplets.list({ tag_name: tag }).toArray()
    return JSON.stringify(droplets.map((droplet) => `${droplet.name} is ${droplet.status} in ${droplet.region.slug}`))
  } catch (error) {
    return String(error)
  }
}

/** Prints the reply while it is generated, and continues while the model calls functions. */
async function reply(messages: ChatMessage[]): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    const stream = cloud.chat.completions.create({ model: 'llama3.3-70b-instruct', messages, tools, stream: true })
    for await (const chunk of stream.textStream) process.stdout.write(chunk)
    const message = await stream.finalMessage()
    messages.push({ ...message, role: 'assistant' })
    if (!message.tool_calls?.length) return
    for (const { id, function: functionCall } of message.tool_calls)
      messages.push({ role: 'tool', tool_call_id: id, content: await run(functionCall.name, functionCall.arguments) })
  }
}

// Each request contains the whole conversation.
const conversation: ChatMessage[] = [{ role: 'system', content: 'You know the droplets of a bookshop. Be brief.' }]
for await (const question of createInterface({ input: process.stdin })) {
  conversation.push({ role: 'user', content: question })
  await reply(conversation)
  process.stdout.write('\n')
}
console.log(conversation.map(({ role }) => role).join(' '))
