export { SpindriftContainer } from './spindrift-container.ts'
export { StartedSpindriftContainer, type Account } from './started-spindrift-container.ts'
export type { Settings } from './settings.ts'
