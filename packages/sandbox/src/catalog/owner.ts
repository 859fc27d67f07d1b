/** Owner of the sandbox: the fictional bookshop of the specification's examples. */
import type { User } from '../auth/users.ts'

export const ownerAccount = {
  uuid: 'b6fc48da-9c1f-4a6c-8f2d-0c4de3a7d9b1',
  email: 'maya@tidewater.example',
  email_verified: true,
  name: 'Maya Lindqvist',
  team: { uuid: '5df3e3b4-1c1a-4b8e-9a57-2f6f0f7f3c11', name: 'Tidewater Books' },
  droplet_limit: 25,
  reserved_ip_limit: 3,
  floating_ip_limit: 3,
  volume_limit: 25,
  status: 'active' as const,
  status_message: '',
}

/** Account of the owner. */
export const ownerAccountId = 'owner'

export const ownerUser: User = {
  account: ownerAccountId,
  number: 1_204_817,
  uuid: ownerAccount.uuid,
  email: ownerAccount.email,
  name: ownerAccount.name,
  team: ownerAccount.team,
}

/** Precomputed hash of the seeded password, because hashing takes longer than creating a sandbox. */
export const ownerPasswordHash = 'scrypt$16384$7a1c5e90b3d24f68$2ba1dd83bda217e1b98b0f994d36d60ec6f8f87a4c7b8b492e090d3d011156a7'
