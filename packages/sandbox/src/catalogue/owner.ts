/** Whose account the sandbox is: the bookshop of the specification's examples. */
export const ownerAccount = {
  uuid: 'b6fc48da-9c1f-4a6c-8f2d-0c4de3a7d9b1',
  email: 'maya@tidewater.example',
  email_verified: true,
  name: 'Maya Lindqvist',
  team: { uuid: '5df3e3b4-1c1a-4b8e-9a57-2f6f0f7f3c11', name: 'Tidewater Books' },
  droplet_limit: 25,
  reserved_ip_limit: 5,
  floating_ip_limit: 5,
  status: 'active',
  status_message: '',
}
