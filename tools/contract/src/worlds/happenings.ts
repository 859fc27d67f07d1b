/**
 * What has happened in the world that readers find, after everything in it was made: what samples change, cancel and delete is there once
 * more, in the state that each needs, so that every sample can be the first thing that is done.
 */
import type { Happening } from './fixtures.ts'
import { noQuery } from './preconditions.ts'

const project = '4e1bfbc3-dc3e-41f2-a18f-1b4d7ba71679'
const model = 'c7e0b135-7a68-4f52-9d3e-41f8a06c2b97'
const oldVolume = '5c1d9e40-1904-11f1-8a2b-0a58ac14c0de'
const bookFair = { app_id: 'd3b07a61-58e4-4c1f-a9d2-6f80c4e21b96' }
const bookClub = { app_id: 'd3b07a61-58e4-4c1f-a9d2-6f80c4e21b95' }
const oldVectors = { id: '4bd8a1e6-70f3-4c29-95be-d1c6f0827a3f' }
const mysql = { database_cluster_uuid: '2f8a3c11-6f0e-4f6b-8f53-2d3a6c0d7b02' }
const returnsDesk = { app_id: 'd3b07a61-58e4-4c1f-a9d2-6f80c4e21b97' }
const bookFairFirst = '0b5e9c74-2d16-4f83-8a07-91c3de64f2b1'
const agent = (name: string, exampleId: string): Happening => ({
  step: 'agents_create',
  body: { name, instruction: 'You answer what becomes of a returned book.', model_uuid: model, project_id: project, region: 'tor1' },
  exampleId,
})

/** What is there once more, for samples that change or delete it. */
export const doubles: readonly Happening[] = [
  agent('return-helper', '2b9f5e74-ac63-4eb0-98f2-73a4cb169e32'),
  { step: 'agents_children_attach:orders', path: { child_agent_uuid: '1a8e4d63-9b52-4daf-87e1-62f3ba058d21' } },
  {
    step: 'knowledgeBases_create',
    body: {
      name: 'press-pages',
      embedding_model_uuid: '5a7d92e0-1c38-4be6-a4f5-0d83c61e7b24',
      project_id: project,
      region: 'tor1',
      database_id: '8c3f6eb0-5d91-4e7a-9c3d-9e217f40ad05',
      datasources: [{ web_crawler_data_source: { base_url: 'https://tidewater.example/press', crawling_option: 'PATH' } }],
    },
    exampleId: 'e5f10a42-68d9-4b03-8c17-5d2b9e74a3c7',
  },
  { step: 'agentWorkspaces_create:empty', exampleId: '70e4adc9-f1b8-4305-bd47-c859106be388' },
  {
    step: 'certificates_create',
    body: { name: 'old-cert', type: 'lets_encrypt', dns_names: ['tidewater.example'] },
    exampleId: 'b5d9e1f0-7c3a-4d28-9e61-4f0a2b8c7d35',
  },
  {
    step: 'evaluations_customMetrics_create',
    body: {
      metric_name: 'No jokes',
      description: 'Whether it is serious',
      config: { scoring_prompt: 'Give 0 to a joke.', requires_ground_truth: false },
    },
    exampleId: 'a8f15d3b-70c2-4e96-b4d8-1c3e97f60a26',
  },
  'upload',
  {
    step: 'evaluations_datasets_create',
    body: {
      name: 'old-questions',
      dataset_type: 'EVALUATION_DATASET_TYPE_NON_ADK',
      file_upload_dataset: {
        original_file_name: 'help-questions.csv',
        stored_object_key: 'uploads/71c4/help-questions.csv',
        size_in_bytes: '3120',
      },
    },
    exampleId: 'c93d7a05-48e1-4f6b-92d0-7b5e1f8a30d7',
  },
  {
    step: 'microDroplets_images_create',
    body: { name: 'node-20', source: 'docker.io/library/node:20' },
    exampleId: '0c4b7f1d-52e8-4a96-b3d0-7f6e1a28c954',
  },
  { step: 'monitoring_destinations_create:external', exampleId: '1d9b7f46-20c5-4e8a-a3f1-6c5b4d3e2f02' },
  { step: 'projects_create:least', exampleId: '4e1bfbc3-dc3e-41f2-a18f-1b4d7ba71680' },
  { step: 'loadBalancers_create:global', exampleId: 'd1f0c3a2-7b64-4e1d-9c35-6a8e2b4f7d91' },
  { step: 'partnerNetworkConnect_attachments_create:with_bgp', exampleId: 'e8b3d06f-2c47-4a91-b5e8-90f1c7d2a365' },
  { step: 'secrets_create', body: { name: 'old-mail', region: 'nyc3', values: { MAIL_PASSWORD: 'example-password-3' } } },
  { step: 'databases_users_create:kafka', path: { database_cluster_uuid: '7b2e5daf-4c80-4d69-8b2c-8d106e3f9c04' } },
  {
    step: 'droplets_create',
    body: { name: 'web-old', region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64' },
    exampleId: '412800109',
  },
  { step: 'volumes_create', body: { name: 'old-data', region: 'nyc3', size_gigabytes: 100 }, exampleId: oldVolume },
  { step: 'images_create:smallest', exampleId: '189300320' },
  {
    step: 'images_create',
    by: 'guest',
    body: { name: 'press-base', url: 'https://downloads.harbour-press.example/press.qcow2', region: 'nyc3', distribution: 'Ubuntu' },
    exampleId: '189300310',
  },
  {
    step: 'apps_create',
    body: {
      project_id: project,
      spec: {
        name: 'returns-desk',
        region: 'nyc',
        services: [
          {
            name: 'web',
            git: { repo_clone_url: 'https://git.tidewater.example/returns.git', branch: 'main' },
            environment_slug: 'node-js',
            run_command: 'npm start',
            instance_count: 1,
            instance_size_slug: 'apps-s-1vcpu-1gb',
          },
        ],
      },
    },
    exampleId: returnsDesk.app_id,
  },
  {
    step: 'vectorDatabases_create',
    body: { name: 'old-vectors', region: 'nyc3', size: 'small', project_id: project },
    exampleId: oldVectors.id,
  },
  {
    step: 'scenarioSets_create',
    body: {
      name: 'old-questions',
      scenarios: [{ name: 'Hours', description: 'Ask when the shop opens', stopping_criteria: ['The assistant says when'] }],
    },
    exampleId: '6b0f4c1e-58d2-4a97-b3e6-91c7d20f8a46',
  },
  1800,
]

/** In the weeks since then. */
export const past: readonly Happening[] = [
  'push',
  { step: 'agents_functions_attach:order_status' },
  { step: 'agents_guardrails_attach' },
  { step: 'apps_rollbacks_revert', path: bookClub, exampleId: '0b5e9c74-2d16-4f83-8a07-91c3de64f205' },
  { step: 'nfs_actions_create:snapshot' },
  { step: 'kubernetes_clusters_runLint' },
  { step: 'apps_deployments_list', path: bookFair, exampleId: bookFairFirst },
  { step: 'apps_deployments_create', path: bookFair, body: {} },
  1800,
  { step: 'images_transfer:by_email', path: { image_id: 189300320 } },
  { step: 'images_transfer', by: 'guest', path: { image_id: 189300310 }, body: { recipient_email: 'maya@tidewater.example' } },
  {
    step: 'volumes_actions_create:attach',
    path: { volume_id: oldVolume },
    body: { type: 'attach', droplet_id: 412800109, region: 'nyc3' },
  },
  { step: 'apps_rollbacks_create', path: bookFair, body: { deployment_id: bookFairFirst } },
  { step: 'volumes_actions_create:attach', exampleId: '2209617342' },
  600,
  { step: 'droplets_actions_create:enable_backups', exampleId: '2209617360' },
  { step: 'droplets_actions_list', path: { droplet_id: 412800102 }, exampleId: '2209617301' },
  { step: 'reservedIps_actions_create:unassign' },
  { step: 'images_actions_create', body: { type: 'transfer', region: 'ams3' }, exampleId: '2209617351' },
  600,
  { step: 'droplets_actions_create:snapshot' },
  1800,
  { step: 'volumes_actions_create:detach' },
  600,
  { step: 'reservedIps_actions_create', body: { type: 'assign', droplet_id: 412800101 }, exampleId: '2209617341' },
  // While its volume grows, a droplet cannot be deleted with it.
  { step: 'droplets_associatedResources_deleteAll', path: { droplet_id: 412800109 } },
  14,
  { step: 'volumes_actions_create:resize', path: { volume_id: oldVolume } },
  1800,
  'monday-in-april',
]

/** What has just begun, and has not ended yet. */
export const present: readonly Happening[] = [
  { step: 'droplets_backups_list', exampleId: '189300400' },
  'upload',
  { step: 'batches_files_create', exampleId: '5b2f86c4-91d0-4f1c-8f0e-6a3c9d17e221' },
  { step: 'secrets_delete', path: { name: 'old-mail' } },
  { step: 'vectorDatabases_backups_restore', path: { ...oldVectors, backup_id: 'old-vectors-20260412-0300' } },
  {
    step: 'indexingJobs_create',
    body: { knowledge_base_uuid: 'e5f10a42-68d9-4b03-8c17-5d2b9e74a3c7' },
    exampleId: 'd40c81f7-3a96-4e52-b7d8-92e5f6014ac4',
  },
  { step: 'modelEvaluations_runs_create:preset', exampleId: 'b1f6083e-2d7a-4c59-90e4-57c3d8a2f16f' },
  { step: 'simulationRuns_create:plain', exampleId: 'f20b6d83-7c9e-41a5-b8d4-e35097a1c6f3' },
  {
    step: 'batches_create',
    body: {
      file_id: '5b2f86c4-91d0-4f1c-8f0e-6a3c9d17e220',
      provider: 'openai',
      endpoint: '/v1/chat/completions',
      completion_window: '24h',
      request_id: 'blurbs-2026-04',
    },
    exampleId: '71c0a9de-3f5b-4f1e-9a64-20d7b8e9c552',
  },
  { step: 'apps_deployments_create', path: returnsDesk, body: {}, exampleId: '0b5e9c74-2d16-4f83-8a07-91c3de64f2a1' },
  { step: 'apps_events_list', path: returnsDesk, exampleId: 'f27b8c16-90d3-4ae5-8c71-3e5d0a94b6a1' },
  {
    step: 'databases_migration_start',
    path: mysql,
    body: {
      source: { host: 'old-db.tidewater.example', port: 3306, dbname: 'catalog', username: 'migrator', password: 'example-password-9' },
    },
  },
  'sign-in',
  {
    step: 'oauth_tokens_exchange:code',
    query: noQuery,
  },
  'sign-in',
]
