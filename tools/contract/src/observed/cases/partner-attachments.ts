import type { Cases } from '../probe.ts'

export const partnerAttachments: Cases = {}
