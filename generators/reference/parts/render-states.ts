/** Renders a state machine as an SVG diagram and marks the transitions of one operation. */
import { Graph, layout } from '@dagrejs/dagre'
import type { Lifecycle } from '../../model/json-schema.ts'
import { type Html, html } from '../site/html.ts'

type Transition = Lifecycle['transitions'][number]

const characterWidth = 7.2
const height = 30

export function renderStates(lifecycle: Lifecycle, title: string, isMarked: (transition: Transition) => boolean): Html {
  const { width, top, height: tall, states, moves } = findLayout(lifecycle)
  const edges = moves.map(({ line, transitions }) => {
    const isThis = transitions.some(isMarked)
    return html`<path class="${isThis ? 'edge this' : 'edge'}" d="${line}" marker-end="url(#arrow${isThis && '-this'})" />`
  })
  const nodes = states.map(
    ({ state, x, y, wide }) =>
      html`<g class="${state === lifecycle.initial ? 'state first' : 'state'}"
        ><rect x="${round(x - wide / 2)}" y="${round(y - height / 2)}" width="${round(wide)}" height="${height}" rx="6" /><text
          x="${round(x)}"
          y="${round(y + 4)}"
          >${state}</text
        ></g
      >`,
  )
  return html`<svg class="states" viewBox="0 ${top} ${width} ${tall}" width="${width}" height="${tall}" role="img" aria-label="${title}">
    <defs>${arrow('arrow')}${arrow('arrow-this')}</defs>
    ${edges}${nodes}
  </svg>`
}

interface Layout {
  readonly width: number
  /** Negative if an edge runs above the first row. */
  readonly top: number
  readonly height: number
  readonly states: readonly { readonly state: string; readonly x: number; readonly y: number; readonly wide: number }[]
  readonly moves: readonly { readonly line: string; readonly transitions: readonly Transition[] }[]
}

/** Cache: every operation of a family renders the same states. */
const layouts = new WeakMap<Lifecycle, Layout>()

function findLayout(lifecycle: Lifecycle): Layout {
  const cached = layouts.get(lifecycle) ?? computeLayout(lifecycle)
  layouts.set(lifecycle, cached)
  return cached
}

/** Prefixes node names: the library stores nodes as object properties, and a state may be named like a built-in one. */
const nodeOf = (state: string): string => `=${state}`

function computeLayout({ initial, transitions }: Lifecycle): Layout {
  const graph = new Graph().setGraph({ rankdir: 'LR', nodesep: 18, ranksep: 46, marginx: 8, marginy: 8 }).setDefaultEdgeLabel(() => ({}))
  const pairs = transitions.flatMap((transition) =>
    [transition.from].flat().flatMap((from) => [transition.to, transition.or ?? []].flat().map((to) => ({ from, to, transition }))),
  )
  for (const state of new Set([initial, ...pairs.flatMap(({ from, to }) => [from, to])]))
    graph.setNode(nodeOf(state), { width: state.length * characterWidth + 22, height })
  for (const { from, to } of pairs) if (from !== to) graph.setEdge(nodeOf(from), nodeOf(to))
  layout(graph)
  const { width = 0, height: tall = 0 } = graph.graph() as { width?: number; height?: number }
  const heights: number[] = graph.edges().flatMap(({ v, w }: { v: string; w: string }) => listPoints(graph, v, w).map(({ y }) => y))
  const top = round(Math.min(0, ...heights.map((y) => y - 8)))
  return {
    width: round(width),
    top,
    height: round(Math.max(tall, ...heights.map((y) => y + 8))) - top,
    states: graph.nodes().map((node: string) => {
      const { x, y, width: wide } = graph.node(node) as { x: number; y: number; width: number }
      return { state: node.slice(1), x, y, wide }
    }),
    moves: graph.edges().map(({ v, w }: { v: string; w: string }) => ({
      line: renderCurve(listPoints(graph, v, w)),
      transitions: pairs.filter(({ from, to }) => nodeOf(from) === v && nodeOf(to) === w).map(({ transition }) => transition),
    })),
  }
}

function listPoints(graph: Graph, from: string, to: string): readonly Point[] {
  return (graph.edge(from, to) as { points: readonly Point[] }).points
}

interface Point {
  readonly x: number
  readonly y: number
}

function arrow(id: string): Html {
  return html`<marker id="${id}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"
    ><path d="M0 0 8 4 0 8z"
  /></marker>`
}

function renderCurve(points: readonly Point[]): string {
  const [start, ...rest] = points
  if (!start) return ''
  const last = rest.at(-1) ?? start
  const corners = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? last
    const end = index === rest.length - 2 ? last : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 }
    return `Q${round(point.x)} ${round(point.y)} ${round(end.x)} ${round(end.y)}`
  })
  return `M${round(start.x)} ${round(start.y)}${corners.length > 0 ? corners.join('') : `L${round(last.x)} ${round(last.y)}`}`
}

const round = (number: number): number => Math.round(number)
