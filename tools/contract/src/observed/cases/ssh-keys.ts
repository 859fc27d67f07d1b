import type { Cases } from '../probe.ts'

export const sshKeys: Cases = {}
