import { createCloud, StreamInterruptedError } from '@spindrift/client'

const cloud = createCloud()

const stream = cloud.chat.completions.create({
  model: 'llama3.3-70b-instruct',
  messages: [{ role: 'user', content: 'Do you have tide tables?' }],
  stream: true,
})
try {
  let text = ''
  for await (const chunk of stream.textStream) text += chunk
  const { content } = await stream.finalMessage()
  console.log(text === content, text)
} catch (error) {
  if (!(error instanceof StreamInterruptedError)) throw error
  console.log('So far:', error.partial.text)
}
