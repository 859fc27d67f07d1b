/** What filling in has in common: where something is written that a convention gives, and nodes as they are changed. */
import { isObject } from './openapi.ts'

export type Node = Record<string, unknown>
export type Keys = readonly (string | number)[]

/** Called with the place of what is written though a convention gives the same. */
export type OnRepeat = (keys: Keys) => void

export const ignore: OnRepeat = () => undefined

export function within(onRepeat: OnRepeat, ...outer: Keys): OnRepeat {
  return onRepeat === ignore ? ignore : (keys) => onRepeat([...outer, ...keys])
}

export function objects(value: unknown): [string, Node][] {
  return isObject(value) ? Object.entries(value).filter((entry): entry is [string, Node] => isNode(entry[1])) : []
}

export function isNode(value: unknown): value is Node {
  return isObject(value)
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
