import { createCloud } from '@spindrift/client'
import type { ChatMessage, ChatTool } from '@spindrift/types/chat'

const cloud = createCloud()
const model = 'llama3.3-70b-instruct'

const stock: Record<string, number> = { 'The Tide Atlas': 2 }
const tools: ChatTool[] = [
  {
    type: 'function',
    function: {
      name: 'find_stock',
      description: 'Returns how many copies of a book are in stock',
      parameters: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
    },
  },
]

const messages: ChatMessage[] = [{ role: 'user', content: 'Is The Tide Atlas in stock?' }]
const reply = (await cloud.chat.completions.create({ model, messages, tools })).choices[0]!.message
messages.push({ ...reply, role: 'assistant' })
for (const { id, function: functionCall } of reply.tool_calls ?? []) {
  const { title } = JSON.parse(functionCall.arguments) as { title: string }
  messages.push({ role: 'tool', tool_call_id: id, content: String(stock[title] ?? 0) })
}
const completion = await cloud.chat.completions.create({ model, messages, tools })
console.log(reply.tool_calls?.length, completion.choices[0]?.finish_reason)
