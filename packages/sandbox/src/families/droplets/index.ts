/** What other families and the server may use of this one. */
export { parsePolicy, useBackups } from './backups.ts'
export { captureDroplet } from './capture.ts'
export { createV6 } from './networks.ts'
export { type DropletPlan, planDroplets, parseImage } from './plan-droplets.ts'
export { startDroplet } from './start-droplet.ts'
