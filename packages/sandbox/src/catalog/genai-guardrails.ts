/** Built-in guardrails, which can be attached to agents. */
import type { Kinds } from '../generated/types.ts'

type Guardrail = NonNullable<Kinds['Agent']['guardrails']>[number]

export const genaiGuardrails: readonly Pick<Guardrail, 'uuid' | 'name' | 'type' | 'description' | 'default_response' | 'metadata'>[] = [
  {
    uuid: '4db17a96-ce85-40d2-8a14-9526ed38b054',
    name: 'Jailbreak',
    type: 'GUARDRAIL_TYPE_JAILBREAK',
    description: 'Refuses attempts to change what the agent is for.',
    default_response: 'I can only help with what I was made for.',
    metadata: {},
  },
  {
    uuid: 'c5d9f21e-460d-485a-ac9c-1dae65b038dc',
    name: 'Content moderation',
    type: 'GUARDRAIL_TYPE_CONTENT_MODERATION',
    description: 'Stops content that is harmful.',
    default_response: 'I cannot talk about that.',
    metadata: {},
  },
  {
    uuid: '36f8b0d7-e519-4c2a-90b6-72d4a8c15e9f',
    name: 'Sensitive data',
    type: 'GUARDRAIL_TYPE_SENSITIVE_DATA',
    description: 'Keeps personal and secret data out of questions and answers.',
    default_response: 'I cannot take or give personal data.',
    metadata: { categories: ['credit_card_number', 'ip_address', 'phone_number', 'email_address'] },
  },
]
