/** Content parts of chat messages: texts, images, and refusals of an earlier reply. */
import { unprocessable } from '../engine/failure.ts'

import type { Turn } from './prompt.ts'

export interface ChatMessage {
  readonly role: 'system' | 'developer' | 'user' | 'assistant' | 'tool'
  readonly content?: string | readonly ContentPart[] | null
  readonly tool_calls?: readonly { readonly id: string }[]
  readonly tool_call_id?: string
}

/** Content part after validation. */
export type ContentPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } }
  | { readonly type: 'refusal'; readonly refusal: string }

const kindsOf = {
  system: ['text'],
  developer: ['text'],
  user: ['text', 'image_url'],
  assistant: ['text', 'refusal'],
  tool: ['text'],
} as const satisfies Record<ChatMessage['role'], readonly ContentPart['type'][]>

const pictureUrl = /^(?:https?:\/\/[^\s/?#]|data:[^,]*,)/i

/** @throws Failure 422 for a part that the role cannot have, or an invalid image URL */
export function checkParts(role: ChatMessage['role'], parts: readonly ContentPart[], at: string): void {
  const kinds: readonly string[] = kindsOf[role]
  for (const [n, part] of parts.entries()) {
    if (!kinds.includes(part.type)) throw unprocessable(`${at}.${n}.type: must be ${kinds.join(' or ')} in a message of role ${role}`)
    if (part.type === 'image_url') checkPicture(part.image_url.url, `${at}.${n}.image_url.url`)
  }
}

/** @throws Failure 422 */
export function checkPicture(url: string, at: string): void {
  if (!pictureUrl.test(url)) throw unprocessable(`${at}: must begin with http:// or https://, or be a data: URL`)
}

/** Joins the texts of all parts with line breaks, and collects the image URLs. */
export function joinParts(parts: readonly ContentPart[]): Pick<Turn, 'text' | 'pictures'> {
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : part.type === 'refusal' ? [part.refusal] : []))
  const pictures = parts.flatMap((part) => (part.type === 'image_url' ? [part.image_url.url] : []))
  return { text: texts.join('\n'), ...(pictures.length > 0 && { pictures }) }
}
