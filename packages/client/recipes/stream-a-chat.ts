import { createInference, StreamInterruptedError } from '@spindrift/client/inference'

const inference = createInference()

const chat = inference.chat({
  model: 'llama3.3-70b-instruct',
  messages: [{ role: 'user', content: 'Do you have tide tables?' }],
  stream: true,
})
try {
  let text = ''
  for await (const piece of chat.pieces()) text += piece
  const { choices } = await chat.final()
  console.log(text, choices[0]?.finish_reason)
} catch (error) {
  if (!(error instanceof StreamInterruptedError)) throw error
  console.log('So far:', error.partial.text)
}
