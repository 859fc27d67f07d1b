/** A table of any length: only the rows that can be seen are there. All rows are of one height, which makes where each stands a product. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

const rowHeight = 36
/** Above and below what is seen, so that a quick hand finds no gap. */
const spare = 8

interface Props {
  readonly label: string
  /** Which widths the columns have, in style.css. */
  readonly layout?: 'objects' | 'requests'
  readonly columns: readonly string[]
  readonly count: number
  readonly renderRow: (index: number) => readonly ComponentChildren[]
  /** Told which rows are seen. */
  readonly onSeen?: (first: number, last: number) => void
}

export function VirtualRows({ label, layout = 'objects', columns, count, renderRow, onSeen }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const [{ top, height }, setSeen] = useState({ top: 0, height: 800 })
  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const measure = () => setSeen({ top: element.scrollTop, height: element.clientHeight })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [])
  const first = Math.max(0, Math.floor(top / rowHeight) - spare)
  const last = Math.min(count, Math.ceil((top + height) / rowHeight) + spare)
  useEffect(() => onSeen?.(first, last), [first, last, onSeen])
  const shown = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index)
  return (
    <div class={`rows ${layout}`} role="table" aria-label={label} aria-rowcount={count + 1}>
      <div class="row heads" role="row" aria-rowindex={1}>
        {columns.map((column) => (
          <span key={column} role="columnheader">
            {column}
          </span>
        ))}
      </div>
      <div class="scroller" ref={scroller} tabIndex={0} role="rowgroup" aria-label={label}>
        <div class="extent" role="presentation" style={{ height: `${count * rowHeight}px` }}>
          {shown.map((index) => (
            <div key={index} class="row" role="row" aria-rowindex={index + 2} style={{ transform: `translateY(${index * rowHeight}px)` }}>
              {renderRow(index).map((cell, at) => (
                <span key={columns[at]} role="cell">
                  {cell}
                </span>
              ))}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
