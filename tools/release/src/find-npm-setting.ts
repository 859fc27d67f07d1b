import { execFileSync } from 'node:child_process'

/** What npm is told on this machine. */
export function findNpmSetting(name: string): string | undefined {
  const value = execFileSync('npm', ['config', 'get', name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  return value === '' || value === 'null' || value === 'undefined' ? undefined : value
}
