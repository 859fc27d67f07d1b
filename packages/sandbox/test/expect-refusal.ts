import { expect } from 'vitest'
import type { Answer } from './make-sandbox.ts'

/** @param message part of what it says */
export async function expectRefusal(answer: Promise<Answer>, status: number, message: string): Promise<void> {
  const { status: given, body } = await answer
  expect({ status: given, message: body.message }).toEqual({ status, message: expect.stringContaining(message) })
}
