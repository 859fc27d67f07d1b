/** Joins a folder and a name of the specification to a path, which cannot leave the folder. */
const fileName = /^[a-z0-9][a-z0-9.-]*$/
const deviceName = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/

export function emitPath(folder: string, name: string): string {
  if (!fileName.test(name) || name.includes('..') || deviceName.test(name) || name.length > 100) {
    throw new Error(`${JSON.stringify(name)} cannot be a file name. Use lower-case letters, digits, dots and dashes.`)
  }
  return `${folder}/${name}`
}
