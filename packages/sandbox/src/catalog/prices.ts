/** Monthly prices in US dollars that are in no other catalog. */

export const hoursPerMonth = 672

/** Price per GiB. */
export const pricePerGib = {
  volume: 0.1,
  dropletSnapshot: 0.06,
  volumeSnapshot: 0.03,
  customImage: 0.06,
  databaseStorage: 0.2,
  share: 0.15,
  fastShare: 0.3,
} as const

/** Price of backups as a fraction of the droplet's price, by plan. */
export const backupPriceFactor: Readonly<Record<string, number>> = { weekly: 0.2, daily: 0.3 }

/** Price of a database node per GiB of memory, by the prefix of its size. */
export const databasePricePerGib = { 'db-': 15, 'gd-': 18, 'm-': 11, so: 16 } as const

export const pricePerLoadBalancerUnit = { REGIONAL: 12, REGIONAL_NETWORK: 15, GLOBAL: 15 } as const
export const highAvailabilityPrice = 40
export const pricePerNatGatewayUnit = 40
/** Price of a reserved IP that is not assigned. */
export const idleReservedIpPrice = 5
export const vectorDatabasePrices: Readonly<Record<string, number>> = { small: 20, medium: 60, large: 180 }
/** Hourly price per machine. */
export const acceleratorPricePerHour: Readonly<Record<string, number>> = { 'gpu-h100x1-80gb': 4.41 }
/** Price per Mbit/s. */
export const pricePerPartnerMegabit = 0.1
