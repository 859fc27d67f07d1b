/** A TCP proxy on loopback that can delay data, drop data and reset connections. */
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface FaultProxy extends AsyncDisposable {
  readonly port: number
  /** Resets all connections. */
  readonly resetConnections: () => void
  /** Delays all data in both directions; 0 turns the delay off. */
  readonly setDelay: (milliseconds: number) => void
  /** While on, accepts connections and data but forwards nothing. Dropped data is lost. */
  readonly setDropping: (isOn: boolean) => void
}

export async function startFaultProxy(target: number): Promise<FaultProxy> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let milliseconds = 0
  let isDropping = false

  const link = (from: Socket, to: Socket) => {
    // Chunks keep their order when the delay changes.
    let last = Promise.resolve()
    const forward = async (before: Promise<void>, wait: Promise<void> | undefined, chunk: Buffer) => {
      await before
      await wait
      to.write(chunk)
    }
    from.on('data', (chunk) => {
      if (!isDropping) last = forward(last, milliseconds === 0 ? undefined : sleep(milliseconds), chunk)
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
      // An error on one side resets the other side.
      socket?.on('error', () => other && reset(other))
      socket?.on('close', () => {
        pairs.delete(pair)
        other?.destroySoon()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const resetConnections = () => {
    for (const pair of pairs) for (const socket of pair) reset(socket)
  }
  return {
    port: (server.address() as AddressInfo).port,
    resetConnections,
    setDelay: (next) => void (milliseconds = next),
    setDropping: (isOn) => {
      isDropping = isOn
      // Connections with lost data must not continue.
      if (!isOn) resetConnections()
    },
    [Symbol.asyncDispose]: async () => {
      resetConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Resets a socket. Destroys one that has ended but not finished: Node would never close it after a reset, and the process would not exit. */
function reset(socket: Socket): void {
  if (socket.writableEnded && !socket.writableFinished) socket.destroy()
  else socket.resetAndDestroy()
}
