import { version } from '../version.ts'
import { diagnose } from './doctor.ts'
import type { Flags } from './flags.ts'
import { openPlatform } from './open-platform.ts'

/** @returns the exit code */
export async function runDoctor(flags: Flags): Promise<number> {
  const platform = await openPlatform(flags, process.env)
  try {
    const findings = await diagnose(platform, flags)
    if (flags.json) console.log(JSON.stringify({ version, findings }))
    else for (const { ok, check, message } of findings) console.log(`${ok ? 'ok  ' : 'BAD '} ${check.padEnd(8)} ${message}`)
    return findings.every(({ ok }) => ok) ? 0 : 1
  } finally {
    platform.close()
  }
}
