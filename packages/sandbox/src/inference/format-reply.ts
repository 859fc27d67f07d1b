/**
 * Generates replies without a model. A reply depends only on the conversation: the same messages give the same reply, streamed or not,
 * and limits only truncate it. The reply states that no model wrote it.
 */
import { hashId } from './hash-id.ts'
import { fitSchema } from './fit-schema.ts'
import type { FunctionDefinition, Prompt, Turn } from './prompt.ts'
import { listWords, parseHints } from './parse-hints.ts'
import { splitTokens } from './tokens.ts'

export interface GeneratedReply {
  /** Tokens of the text, without reasoning and function calls. */
  readonly tokens: readonly string[]
  readonly text: string
  readonly reasoning: string | undefined
  readonly calls: readonly FunctionCall[]
  readonly reason: 'stop' | 'length' | 'calls'
  /** Stop sequence that ended the text. */
  readonly stopSequence?: string
  /** Number of output tokens, including reasoning and function calls. */
  readonly count: number
}

export interface FunctionCall {
  /** Eight hexadecimal digits, to which each format adds a prefix. */
  readonly id: string
  readonly name: string
  /** Arguments as JSON. */
  readonly text: string
}

export function formatReply(prompt: Prompt, index: number): GeneratedReply {
  const functionToCall = chooseFunction(prompt)
  const question = getLastText(prompt.turns, 'person')
  const reasoning = prompt.usesReasoning ? `The question is about ${describeTopic(findLastTurn(prompt.turns, 'person'))}.` : undefined
  const reasoningTokens = splitTokens(reasoning ?? '')
  const remaining = prompt.maxTokens === undefined ? Infinity : Math.max(0, prompt.maxTokens - reasoningTokens.length)
  if (functionToCall) {
    const call = formatCall(functionToCall, question, hashId(JSON.stringify([prompt.turns, index]), 8))
    return {
      tokens: [],
      text: '',
      reasoning,
      calls: [call],
      reason: 'calls',
      count: reasoningTokens.length + splitTokens(call.text).length,
    }
  }
  const fullText = prompt.format === undefined ? formatText(prompt.turns) : formatStructured(prompt.format, question)
  const { text: truncatedText, stopSequence } = truncateAtStop(fullText, prompt.stops)
  const all = splitTokens(truncatedText)
  const tokens = all.slice(0, remaining)
  const isCut = tokens.length < all.length
  const visibleReasoning =
    isCut && remaining === 0 && prompt.maxTokens !== undefined ? reasoningTokens.slice(0, prompt.maxTokens).join('') : reasoning
  return {
    tokens,
    text: tokens.join(''),
    reasoning: reasoning === undefined ? undefined : visibleReasoning,
    calls: [],
    reason: isCut ? 'length' : 'stop',
    ...(!isCut && stopSequence !== undefined && { stopSequence }),
    count: splitTokens(visibleReasoning ?? '').length + tokens.length,
  }
}

/** Chooses the function to call. `auto` calls a function only if it shares words with the user message, and not again after its result. */
function chooseFunction({ functions, choice, turns }: Prompt): FunctionDefinition | undefined {
  if (choice === 'none' || functions.length === 0) return undefined
  if (typeof choice === 'object') return functions.find(({ name }) => name === choice.name)
  const words = listWords(getLastText(turns, 'person'))
  const scoredFunctions = functions.map((offer) => {
    const own = listWords(`${offer.name.replaceAll('_', ' ')} ${offer.description ?? ''}`)
    return { offer, score: [...own].filter((word) => words.has(word)).length }
  })
  const best = scoredFunctions.reduce((a, b) => (b.score > a.score ? b : a))
  if (choice === 'required') return best.offer
  return turns.at(-1)?.by === 'person' && best.score > 0 ? best.offer : undefined
}

function formatCall({ name, parameters }: FunctionDefinition, question: string, id: string): FunctionCall {
  const value = parameters === undefined ? {} : fitSchema({ type: 'object', ...parameters }, parseHints(question))
  return { id, name, text: JSON.stringify(value) }
}

function formatStructured(format: unknown, question: string): string {
  return JSON.stringify(fitSchema(format, parseHints(question)))
}

/** Repeats the last message, and states that no model wrote the reply. */
function formatText(turns: readonly Turn[]): string {
  const last = turns.at(-1)
  const question = findLastTurn(turns, 'person')
  const opening =
    last?.by === 'function'
      ? `The function gave back ${quote(last.text)}.`
      : `You asked about ${describeTopic(question?.text || question?.pictures ? question : last)}.`
  return `${opening} This was written by the sandbox, without a model.`
}

function describeTopic({ text, pictures = [] }: Pick<Turn, 'text' | 'pictures'> = { text: '' }): string {
  if (pictures.length === 0) return quote(text)
  const seen = pictures.length === 1 ? 'a picture' : `${pictures.length} pictures`
  return text === '' ? seen : `${quote(text)} and ${seen}`
}

function findLastTurn(turns: readonly Turn[], by: Turn['by']): Turn | undefined {
  return turns.findLast((turn) => turn.by === by)
}

function getLastText(turns: readonly Turn[], by: Turn['by']): string {
  return findLastTurn(turns, by)?.text ?? ''
}

function quote(text: string): string {
  const characters = [...text.replaceAll(/\s+/g, ' ').trim()]
  return `“${characters.length > 80 ? `${characters.slice(0, 79).join('')}…` : characters.join('')}”`
}

function truncateAtStop(text: string, stops: readonly string[]): { readonly text: string; readonly stopSequence?: string } {
  let end = text.length
  let stopSequence: string | undefined
  for (const stop of stops) {
    const at = stop === '' ? -1 : text.indexOf(stop)
    if (at === -1 || at >= end) continue
    end = at
    stopSequence = stop
  }
  return { text: text.slice(0, end), ...(stopSequence !== undefined && { stopSequence }) }
}
