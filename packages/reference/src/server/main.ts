#!/usr/bin/env node
/** `spindrift-reference`: shows the reference in a browser, offline. */
import { Command, InvalidArgumentError } from 'commander'
import { serveReference } from './serve-reference.ts'

const program = new Command('spindrift-reference')
  .description('Serves the reference of all APIs on this machine. Nothing is asked of any other host.')
  .option('--port <port>', 'port to listen on; 0 takes any that is free', readPort, 4040)
  .option('--host <host>', 'address to listen on', '127.0.0.1')
  .action(async (options: { port: number; host: string }) => {
    const reference = await serveReference(options)
    console.log(`Reference: ${reference.url}  (Ctrl+C stops it)`)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void reference.close())
  })

function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('A port is a number from 0 to 65535.')
  return port
}

try {
  await program.parseAsync()
} catch (error) {
  console.error(`spindrift-reference: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
