/** Small charts. The label contains the numbers for screen readers. */
interface Point {
  readonly label: string
  readonly value: number
}

const width = 320
const height = 80

export function Bars({ title, points }: { readonly title: string; readonly points: readonly Point[] }) {
  const max = Math.max(...points.map(({ value }) => value), 1e-9)
  const step = width / Math.max(points.length, 1)
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMinYMid"
      role="img"
      aria-label={`${title}: ${points.map(({ label, value }) => `${label} ${value}`).join(', ')}`}
    >
      {points.map(({ label, value }, at) => (
        <rect
          key={label}
          x={at * step + 2}
          width={Math.max(1, Math.min(step - 4, 48))}
          y={height - (value / max) * height}
          height={(value / max) * height}
        >
          <title>{`${label}: ${value}`}</title>
        </rect>
      ))}
    </svg>
  )
}

/** Line chart with the full width of its container. */
export function Line({ title, points }: { readonly title: string; readonly points: readonly Point[] }) {
  const values = points.map(({ value }) => value)
  const [min, max] = [Math.min(...values, 0), Math.max(...values, 1e-9)]
  const place = ({ value }: Point, at: number) =>
    `${(at / Math.max(points.length - 1, 1)) * width},${height - 2 - ((value - min) / (max - min)) * (height - 4)}`
  const [first, last] = [points[0], points.at(-1)]
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${title}: from ${first?.value ?? 0} at ${first?.label ?? ''} to ${last?.value ?? 0} at ${last?.label ?? ''}, at most ${max}`}
    >
      <polyline points={points.map(place).join(' ')} />
    </svg>
  )
}
