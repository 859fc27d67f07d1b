/** A picture that follows from a text: a grid of fields in few colours. Each preview has a finer grid than the one before. */
import { rollDice } from '../dice.ts'

export interface Picture {
  readonly width: number
  readonly height: number
  readonly colours: readonly Colour[]
  /** Fields across and down. */
  readonly fields: number
  /** Row by row, the place of each field's colour. */
  readonly grid: readonly number[]
  readonly isTransparent: boolean
}

export type Colour = readonly [red: number, green: number, blue: number]

export interface PictureOrder {
  readonly text: string
  readonly width: number
  readonly height: number
  readonly isTransparent: boolean
  /** How far it is, from above 0 to 1. */
  readonly progress: number
}

const finest = 16
const howManyColours = 5

export function paint({ text, width, height, isTransparent, progress }: PictureOrder): Picture {
  const dice = rollDice(text)
  const colours = Array.from({ length: howManyColours }, () => [dice.below(256), dice.below(256), dice.below(256)] as const)
  const whole = Array.from({ length: finest * finest }, () => dice.below(howManyColours))
  const fields = Math.max(1, Math.round(finest * progress))
  const grid = Array.from({ length: fields * fields }, (_, at) => {
    const row = Math.floor((Math.floor(at / fields) * finest) / fields)
    const column = Math.floor(((at % fields) * finest) / fields)
    return whole[row * finest + column] ?? 0
  })
  return { width, height, colours, fields, grid, isTransparent }
}

/** Which colour a point has. */
export function colourAt({ width, height, fields, grid }: Picture, x: number, y: number): number {
  return grid[Math.floor((y * fields) / height) * fields + Math.floor((x * fields) / width)] ?? 0
}
