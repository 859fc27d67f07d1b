/** Nests items by the steps of their dotted names: `nodePools.list` is the member `list` of `nodePools`. */
import { compareText } from '../kit/generated-file.ts'

export interface NamedItem {
  /** Remaining steps of its name. */
  readonly steps: readonly string[]
}

interface Step<Item> {
  readonly step: string
  /** Item whose name ends here. */
  readonly self: Item | undefined
  /** Items with further steps, without this one. */
  readonly inner: readonly Item[]
}

/** Groups items by their first step, in order of the steps. */
export function groupByStep<Item extends NamedItem>(items: readonly Item[]): Step<Item>[] {
  return [...Map.groupBy(items, ({ steps }) => steps[0] ?? '')]
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([step, own]) => ({
      step,
      self: own.find(({ steps }) => steps.length === 1),
      inner: own.filter(({ steps }) => steps.length > 1).map((item) => ({ ...item, steps: item.steps.slice(1) })),
    }))
}
