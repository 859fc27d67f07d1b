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

/** Hash of the seeded password, which is public, so the lowest cost is enough. */
export const ownerPasswordHash = 'scrypt$2$7a1c5e90b3d24f68$10705191e191b4ec150b7b208b07bc80397dc8a8db746f2924b3c9ebfeb68605'
