/** What other families and the server may use of this one. */
export { readPolicy, useBackups } from './backups.ts'
export { captureDroplet } from './capture.ts'
export { makeV6 } from './networks.ts'
export { type DropletPlan, planDroplets, readImage } from './plan-droplets.ts'
export { startDroplet } from './start-droplet.ts'
