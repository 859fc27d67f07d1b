import { execFileSync } from 'node:child_process'

/** Returns a setting of npm on this machine. */
export function findNpmSetting(name: string): string | undefined {
  const value = execFileSync('npm', ['config', 'get', name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  return value === '' || value === 'null' || value === 'undefined' ? undefined : value
}
