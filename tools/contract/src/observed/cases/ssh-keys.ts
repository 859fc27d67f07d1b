import { after, type Cases, type Probe } from '../probe.ts'

const key = { name: 'maya-laptop', public_key: `ssh-ed25519 ${keyOf('tidewater')} maya@tidewater.example` }

/** The key's kind and the key, each with its length before it. */
function keyOf(text: string): string {
  const part = (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes])
  return Buffer.concat([part(Buffer.from('ssh-ed25519')), part(Buffer.alloc(32, text))]).toString('base64')
}

const add = async ({ make }: Probe) => (await make('POST', '/v2/account/keys', key)).ssh_key

export const sshKeys: Cases = {
  'ssh-keys-01': after(add, (_made, probe) => probe.post('/v2/account/keys', { ...key, name: 'another-name' })),
  'ssh-keys-02': async (probe) => {
    await add(probe)
    const answer = await probe.post('/v2/account/keys', key)
    probe.matches('the message', answer.body.message, /already in use/)
    return answer
  },
  'ssh-keys-03': after(add, ({ id, fingerprint }, probe) =>
    probe.seen(probe.get(`/v2/account/keys/${fingerprint}`), 'the key', (answer) => [answer.status, answer.body.ssh_key.id], [200, id]),
  ),
  'ssh-keys-04': async (probe) => {
    const { id } = await add(probe)
    await probe.make('DELETE', `/v2/account/keys/${id}`)
    return probe.delete(`/v2/account/keys/${id}`)
  },
}
