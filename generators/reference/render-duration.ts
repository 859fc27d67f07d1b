/** `PT10S` → `10 seconds`. Supports days to seconds of ISO 8601; returns anything else unchanged. */
const units = ['day', 'hour', 'minute', 'second'] as const

export function renderDuration(duration: string): string {
  const numbers = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(duration)?.slice(1) ?? []
  const parts = units.flatMap((unit, index) => {
    const number = numbers[index]
    return number === undefined ? [] : [`${number} ${unit}${number === '1' ? '' : 's'}`]
  })
  return parts.length === 0 ? duration : parts.join(' ')
}
