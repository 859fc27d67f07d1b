/** What a facts file says of a value, as far as names go: types, bounds and enums are passed over. */
export type Shape = Form & {
  /** Marked `readOnly`, it is no part of a request; marked `writeOnly`, of no reply. */
  readonly onlyIn?: Direction
}

export type Direction = 'request' | 'reply'

type Form =
  | { readonly kind: 'object'; readonly properties: readonly Property[] }
  | { readonly kind: 'list' | 'map'; readonly of: Shape }
  /** `allOf`, `oneOf` or `anyOf`: a value has the properties of one or more of the parts. */
  | { readonly kind: 'mix'; readonly parts: readonly Shape[] }
  | { readonly kind: 'name'; readonly name: string }
  /** A string, a number, `any`: nothing with a name is inside. */
  | { readonly kind: 'plain' }

export interface Property {
  readonly name: string
  readonly shape: Shape
}

/** The way to a property: names, `[]` for the items of an array, `{}` for the values of a map. */
export type Steps = readonly string[]

export function writeSteps(steps: Steps): string {
  return steps.map((step, at) => (at === 0 || step === '[]' || step === '{}' ? step : `.${step}`)).join('')
}
