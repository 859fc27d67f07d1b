/** Small machines that run a container image. The sandbox starts no programs, but each public one has an endpoint that answers, and that is how it is used. */
import { answerEndpoint } from './endpoint.ts'
import { pauseIdle } from './runs.ts'
import type { Jobs } from '../family.ts'
import type { Address } from '../../engine/address.ts'

export const jobs: Jobs = { 'microDroplets.pauseIdle': pauseIdle }

export const addresses: readonly Address[] = [{ prefix: '/microdroplets/', answer: answerEndpoint }]
