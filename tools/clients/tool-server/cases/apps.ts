import type { Family } from '../tool-case.ts'

const web = {
  name: 'web',
  git: { repo_clone_url: 'https://git.tidewater.example/book-club.git', branch: 'main' },
  run_command: 'npm start',
  instance_size_slug: 'apps-s-1vcpu-1gb',
  instance_count: 1,
  http_port: 8080,
  envs: [{ key: 'MODE', value: 'live', scope: 'RUN_TIME', type: 'GENERAL' }],
  health_check: { http_path: '/health' },
}
const spec = { name: 'book-club', region: 'nyc', services: [web] }

export const apps: Family = {
  name: 'apps',
  steps: [
    { tool: 'apps-create-app-from-spec', input: { spec }, save: { app: 'id' }, expected: { 'spec.name': 'book-club' } },
    { tool: 'apps-list', input: { Page: 1, PerPage: 5 }, expected: { '#': 1 } },
    {
      tool: 'apps-get-info',
      advanceSeconds: 300,
      input: { AppID: '{app}' },
      expected: { name: 'book-club', 'services.0.instance_count': 1 },
    },
    { request: 'GET /v2/apps/{app}', save: { deployment: 'app.active_deployment.id', host: 'app.live_url' } },
    { tool: 'apps-get-deployment-status', input: { AppID: '{app}' } },
    { tool: 'apps-get-logs', input: { AppID: '{app}', DeploymentID: '{deployment}', Component: 'web', LogType: 'RUN', TailLines: 10 } },
    { tool: 'apps-get-logs', input: { AppID: '{app}', DeploymentID: '{deployment}', Component: 'web', LogType: 'BUILD' } },
    {
      tool: 'apps-update',
      input: { update: { app_id: '{app}', request: { spec: { ...spec, services: [{ ...web, instance_count: 2 }] } } } },
    },
    { tool: 'apps-get-info', advanceSeconds: 300, input: { AppID: '{app}' }, expected: { 'services.0.instance_count': 2 } },
    {
      tool: 'apps-update',
      input: {
        update: {
          app_id: '{app}',
          request: {
            update_all_source_versions: true,
            spec: {
              ...spec,
              services: [{ ...web, envs: [{ key: 'TOKEN', value: 'hidden', scope: 'RUN_TIME', type: 'SECRET' }] }],
              workers: [
                {
                  name: 'mailer',
                  image: { registry_type: 'DOCKER_HUB', registry: 'library', repository: 'redis', tag: '7' },
                  instance_size_slug: 'apps-s-1vcpu-0.5gb',
                  instance_count: 1,
                },
              ],
              static_sites: [{ name: 'pages', github: { repo: 'tidewater-books/pages', branch: 'main' }, output_dir: 'out' }],
              jobs: [
                {
                  name: 'migrate',
                  github: { repo: 'tidewater-books/book-club', branch: 'main' },
                  kind: 'PRE_DEPLOY',
                  run_command: 'npm run up',
                },
              ],
              databases: [{ name: 'db', engine: 'PG', production: false }],
              ingress: {
                rules: [
                  { match: { path: { prefix: '/api' } }, component: { name: 'web' } },
                  { match: { path: { prefix: '/' } }, component: { name: 'pages' } },
                ],
              },
            },
          },
        },
      },
    },
    {
      tool: 'apps-get-info',
      advanceSeconds: 600,
      input: { AppID: '{app}' },
      expected: { 'workers.0.name': 'mailer', 'static_sites.0.name': 'pages' },
    },
    { tool: 'apps-get-deployment-status', input: { AppID: '{app}' } },
    { tool: 'apps-delete', input: { AppID: '{app}' } },
    { tool: 'apps-get-info', input: { AppID: '{app}' }, expectedError: '404' },
  ],
}
