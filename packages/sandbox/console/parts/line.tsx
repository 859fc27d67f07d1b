interface Point {
  readonly label: string
  readonly value: number
}

const width = 320
const height = 80

/** Line chart with the full width of its container. The label contains the numbers for screen readers. */
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
