import { createMask } from '../results/hide-secrets.ts'
import { version } from '../version.ts'
import { type Flags, help, parseFlags } from './flags.ts'

export async function run(args: readonly string[]): Promise<void> {
  try {
    await runCommand(parseFlags(args, process.env))
  } catch (error) {
    const hide = createMask([process.env['SPINDRIFT_TOKEN']?.trim()])
    console.error(`spindrift-mcp: ${hide(error instanceof Error ? error.message : String(error))}`)
    process.exitCode = 1
  }
}

async function runCommand(flags: Flags): Promise<void> {
  switch (flags.command) {
    case 'help':
      console.log(help)
      return
    case 'version':
      console.log(version)
      return
    case 'doctor':
      process.exitCode = await (await import('./run-doctor.ts')).runDoctor(flags)
      return
    case 'serve':
      await (await import('./run-server.ts')).runServer(flags)
  }
}
