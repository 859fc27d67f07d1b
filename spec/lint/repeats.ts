/** Shared helpers for filling in documents: mutable nodes, and callbacks for values that repeat a convention. */
import { isObject } from './openapi.ts'

export type Node = Record<string, unknown>
export type Keys = readonly (string | number)[]

/** Called with the location of a value that repeats a convention. */
export type OnRepeat = (keys: Keys) => void

export const ignore: OnRepeat = () => undefined

export function withOuterKeys(onRepeat: OnRepeat, ...outer: Keys): OnRepeat {
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
