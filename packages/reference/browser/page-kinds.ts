/** Path of one page of each kind. */
export const pageKinds = [
  ['home', ''],
  ['API', 'control.html'],
  ['family', 'control/droplets/index.html'],
  ['operation', 'control/volumes/create.html'],
  ['operation with forms', 'control/droplet-actions/create.html'],
  ['schema', 'control/schemas/droplet.html'],
  ['guide', 'guides/getting-started.html'],
  ['workflow', 'workflows/droplet-life.html'],
  ['list', 'errors.html'],
] as const
