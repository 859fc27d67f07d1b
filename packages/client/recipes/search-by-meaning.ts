import { createInference } from '@spindrift/client/inference'

const inference = createInference()
const books = ['A history of the tides', 'Knots for beginners', 'Quarterly tax report']

const { data } = await inference.embeddings({ model: 'gte-large-en-v1.5', input: [...books, 'The history of tides'] })
const query = data.at(-1)!.embedding

const ranked = books
  .map((title, at) => ({ title, score: data[at]!.embedding.reduce((sum, value, axis) => sum + value * query[axis]!, 0) }))
  .toSorted((a, b) => b.score - a.score)
console.log(ranked[0]?.title)
