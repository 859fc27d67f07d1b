/** For stories that need a server, and are not about it. */
import type { StoryContext } from './story.ts'

/** @returns its id, once it runs */
export async function makeDroplet({ cloud, pass }: StoryContext, name = 'web-01', tags: string[] = []): Promise<number> {
  const made = await cloud.droplets.create({
    body: { name, region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64', ipv6: true, tags },
  })
  await pass(120)
  return made.droplet.id
}
