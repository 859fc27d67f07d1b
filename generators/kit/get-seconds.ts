/** `PT1H30M` → 5400. Supports hours, minutes and seconds. */
export function getSeconds(duration: string): number {
  const [, hours = '0', minutes = '0', seconds = '0'] = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?$/.exec(duration) ?? []
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  if (!(total > 0)) throw new Error(`${JSON.stringify(duration)} is not a duration. Expected PT…H…M…S.`)
  return total
}
