/**
 * What the sandbox says in place of a model. It follows from the conversation alone: the same words bring the same answer, streamed or
 * not, and limits only cut it. No model is loaded, and the answer says so.
 */
import { hashId } from './hash-id.ts'
import { fitSchema } from './fit-schema.ts'
import type { FunctionOffer, Prompt, Turn } from './prompt.ts'
import { listWords, parseHints } from './parse-hints.ts'
import { splitTokens } from './tokens.ts'

export interface Written {
  /** Of the answer, without thoughts and calls. */
  readonly tokens: readonly string[]
  readonly text: string
  readonly thoughts: string | undefined
  readonly calls: readonly FunctionCall[]
  readonly reason: 'stop' | 'length' | 'calls'
  /** Which of the stop texts ended it. */
  readonly stoppedBy?: string
  /** Tokens written, thoughts and calls included. */
  readonly count: number
}

export interface FunctionCall {
  /** Eight hexadecimal digits; each format puts its own letters before them. */
  readonly id: string
  readonly name: string
  /** JSON. */
  readonly text: string
}

export function formatReply(prompt: Prompt, index: number): Written {
  const wanted = chooseFunction(prompt)
  const asked = lastOf(prompt.turns, 'person')
  const thoughts = prompt.thinks ? `The question is about ${tellTopic(lastTurn(prompt.turns, 'person'))}.` : undefined
  const thought = splitTokens(thoughts ?? '')
  const left = prompt.maxTokens === undefined ? Infinity : Math.max(0, prompt.maxTokens - thought.length)
  if (wanted) {
    const call = formatCall(wanted, asked, hashId(JSON.stringify([prompt.turns, index]), 8))
    return { tokens: [], text: '', thoughts, calls: [call], reason: 'calls', count: thought.length + splitTokens(call.text).length }
  }
  const whole = prompt.format === undefined ? formatText(prompt.turns) : formatFitting(prompt.format, asked)
  const { text: kept, stoppedBy } = stopBefore(whole, prompt.stops)
  const all = splitTokens(kept)
  const tokens = all.slice(0, left)
  const isCut = tokens.length < all.length
  const shown = isCut && left === 0 && prompt.maxTokens !== undefined ? thought.slice(0, prompt.maxTokens).join('') : thoughts
  return {
    tokens,
    text: tokens.join(''),
    thoughts: thoughts === undefined ? undefined : shown,
    calls: [],
    reason: isCut ? 'length' : 'stop',
    ...(!isCut && stoppedBy !== undefined && { stoppedBy }),
    count: splitTokens(shown ?? '').length + tokens.length,
  }
}

/** `auto` calls a function only when the person's words and the function's have something in common, and not again when it has answered. */
function chooseFunction({ functions, choice, turns }: Prompt): FunctionOffer | undefined {
  if (choice === 'none' || functions.length === 0) return undefined
  if (typeof choice === 'object') return functions.find(({ name }) => name === choice.name)
  const words = listWords(lastOf(turns, 'person'))
  const scored = functions.map((offer) => {
    const own = listWords(`${offer.name.replaceAll('_', ' ')} ${offer.description ?? ''}`)
    return { offer, score: [...own].filter((word) => words.has(word)).length }
  })
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a))
  if (choice === 'required') return best.offer
  return turns.at(-1)?.by === 'person' && best.score > 0 ? best.offer : undefined
}

function formatCall({ name, parameters }: FunctionOffer, asked: string, id: string): FunctionCall {
  const value = parameters === undefined ? {} : fitSchema({ type: 'object', ...parameters }, parseHints(asked))
  return { id, name, text: JSON.stringify(value) }
}

function formatFitting(format: unknown, asked: string): string {
  return JSON.stringify(fitSchema(format, parseHints(asked)))
}

/** Repeats the last message; the second sentence says that no model wrote it. */
function formatText(turns: readonly Turn[]): string {
  const last = turns.at(-1)
  const asked = lastTurn(turns, 'person')
  const opening =
    last?.by === 'function'
      ? `The function gave back ${quote(last.text)}.`
      : `You asked about ${tellTopic(asked?.text || asked?.pictures ? asked : last)}.`
  return `${opening} This was written by the sandbox, without a model.`
}

function tellTopic({ text, pictures = [] }: Pick<Turn, 'text' | 'pictures'> = { text: '' }): string {
  if (pictures.length === 0) return quote(text)
  const seen = pictures.length === 1 ? 'a picture' : `${pictures.length} pictures`
  return text === '' ? seen : `${quote(text)} and ${seen}`
}

function lastTurn(turns: readonly Turn[], by: Turn['by']): Turn | undefined {
  return turns.findLast((turn) => turn.by === by)
}

function lastOf(turns: readonly Turn[], by: Turn['by']): string {
  return lastTurn(turns, by)?.text ?? ''
}

function quote(text: string): string {
  const characters = [...text.replaceAll(/\s+/g, ' ').trim()]
  return `“${characters.length > 80 ? `${characters.slice(0, 79).join('')}…` : characters.join('')}”`
}

function stopBefore(text: string, stops: readonly string[]): { readonly text: string; readonly stoppedBy?: string } {
  let end = text.length
  let stoppedBy: string | undefined
  for (const stop of stops) {
    const at = stop === '' ? -1 : text.indexOf(stop)
    if (at === -1 || at >= end) continue
    end = at
    stoppedBy = stop
  }
  return { text: text.slice(0, end), ...(stoppedBy !== undefined && { stoppedBy }) }
}
