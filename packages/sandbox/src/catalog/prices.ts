/** What things cost that no other catalog has the price of, in US dollars for a whole month. */

export const hoursPerMonth = 672

/** For each GiB. */
export const pricePerGib = {
  volume: 0.1,
  dropletSnapshot: 0.06,
  volumeSnapshot: 0.03,
  customImage: 0.06,
  databaseStorage: 0.2,
  share: 0.15,
  fastShare: 0.3,
} as const

/** Backups cost a part of what their droplet does. */
export const backupPriceFactor: Readonly<Record<string, number>> = { weekly: 0.2, daily: 0.3 }

/** A node of a database costs by its memory, more where processors or disks are its own. */
export const databasePricePerGib = { 'db-': 15, 'gd-': 18, 'm-': 11, so: 16 } as const

export const pricePerLoadBalancerUnit = { REGIONAL: 12, REGIONAL_NETWORK: 15, GLOBAL: 15 } as const
export const highAvailabilityPrice = 40
export const pricePerNatGatewayUnit = 40
/** While no droplet has it. */
export const idleReservedIpPrice = 5
export const vectorDatabasePrices: Readonly<Record<string, number>> = { small: 20, medium: 60, large: 180 }
/** An hour, for each machine. */
export const acceleratorPricePerHour: Readonly<Record<string, number>> = { 'gpu-h100x1-80gb': 4.41 }
/** For each megabit a second. */
export const pricePerPartnerMegabit = 0.1
