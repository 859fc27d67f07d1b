/** Every row's case. */
import type { Cases } from '../probe.ts'
import * as families from './families.ts'

export const allCases: Cases = Object.assign({}, ...Object.values(families)) as Cases
