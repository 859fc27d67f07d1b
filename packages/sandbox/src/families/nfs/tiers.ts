import { unprocessable } from '../../engine/failure.ts'

const tiers = ['standard', 'high']

/** @throws Failure 422 for a tier that there is not */
export function checkTier(given: unknown, field: string): string {
  const tier = given === undefined || given === '' ? 'standard' : String(given)
  if (!tiers.includes(tier)) throw unprocessable(`${field}: must be one of ${tiers.join(', ')}`)
  return tier
}
