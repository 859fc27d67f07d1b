import type { SshKeysHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'

export const sshKeys: Family<SshKeysHandlers> = { hooks }
