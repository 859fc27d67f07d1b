/** A TCP proxy on loopback that can be told to lose, hold back and cut what goes through it. */
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface FaultProxy extends AsyncDisposable {
  readonly port: number
  /** Ends every connection there is, with a reset. */
  readonly cut: () => void
  /** Every piece, both ways, this much later; 0 for at once. */
  readonly delay: (milliseconds: number) => void
  /** Takes connections and bytes, and passes nothing on, for as long as it is on: a network that swallows. What it swallowed never comes. */
  readonly drop: (isOn: boolean) => void
  /** How many are open. */
  readonly open: () => number
  /** How many bytes came, both ways together. */
  readonly bytes: () => number
}

export async function startFaultProxy(target: number): Promise<FaultProxy> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let milliseconds = 0
  let isDropping = false
  let bytes = 0

  const link = (from: Socket, to: Socket) => {
    // Pieces stay in their order, whenever the delay is changed.
    let last = Promise.resolve()
    const passOn = async (before: Promise<void>, wait: Promise<void> | undefined, piece: Buffer) => {
      await before
      await wait
      to.write(piece)
    }
    from.on('data', (piece) => {
      bytes += piece.length
      if (!isDropping) last = passOn(last, milliseconds === 0 ? undefined : sleep(milliseconds), piece)
    })
    from.on('end', () => void last.then(() => to.end()))
  }

  const server = createServer({ noDelay: true, allowHalfOpen: true }, (near) => {
    const far = createConnection({ host: '127.0.0.1', port: target, noDelay: true, allowHalfOpen: true })
    const pair = [near, far] as const
    pairs.add(pair)
    link(near, far)
    link(far, near)
    for (const [socket, other] of [pair, pair.toReversed()] as const) {
      // What is refused or reset on one side is so on the other.
      socket?.on('error', () => other && reset(other))
      socket?.on('close', () => {
        pairs.delete(pair)
        other?.destroySoon()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const pair of pairs) for (const socket of pair) reset(socket)
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    delay: (next) => void (milliseconds = next),
    drop: (isOn) => {
      isDropping = isOn
      // A stream with a hole in it must not go on.
      if (!isOn) cut()
    },
    open: () => pairs.size,
    bytes: () => bytes,
    [Symbol.asyncDispose]: async () => {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A socket that is just taking its leave cannot be reset, and Node, asked to, never closes it: the process would not end. */
function reset(socket: Socket): void {
  if (socket.writableEnded && !socket.writableFinished) socket.destroy()
  else socket.resetAndDestroy()
}
