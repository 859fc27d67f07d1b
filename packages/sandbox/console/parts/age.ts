const units = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const

/** Duration in the largest fitting unit, for example `3 d` or `in 20 s`. */
export function renderAge(time: number, now: number): string {
  const seconds = Math.round((now - time) / 1000)
  if (!Number.isFinite(seconds)) return ''
  const text = renderSpan(Math.abs(seconds))
  return seconds < 0 ? `in ${text}` : text
}

export function renderSpan(seconds: number): string {
  const [unit, size] = units.find(([, each]) => seconds >= each) ?? ['s', 1]
  return `${Math.floor(seconds / size)} ${unit}`
}

/** Date and time of a timestamp, for example `2026-03-02 09:00:00`. */
export function formatTime(timestamp: string): string {
  return timestamp.slice(0, 19).replace('T', ' ')
}
