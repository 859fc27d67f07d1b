/** Virtual table that renders only the visible rows. All rows have the same height. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

const rowHeight = 36
/** Extra rows above and below the visible ones, for fast scrolling. */
const overscan = 8

interface Props {
  readonly label: string
  /** Column widths in style.css. */
  readonly layout?: 'objects' | 'requests'
  readonly columns: readonly string[]
  readonly count: number
  readonly renderRow: (index: number) => readonly ComponentChildren[]
  /** Called with the range of visible rows. */
  readonly onVisible?: (first: number, last: number) => void
}

export function VirtualRows({ label, layout = 'objects', columns, count, renderRow, onVisible }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const [{ top, height }, setViewport] = useState({ top: 0, height: 800 })
  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const measure = () => setViewport({ top: element.scrollTop, height: element.clientHeight })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [])
  const first = Math.max(0, Math.floor(top / rowHeight) - overscan)
  const last = Math.min(count, Math.ceil((top + height) / rowHeight) + overscan)
  useEffect(() => onVisible?.(first, last), [first, last, onVisible])
  const indexes = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index)
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
          {indexes.map((index) => (
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
