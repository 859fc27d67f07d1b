/** Public images for droplets. */
import type { Kinds } from '../generated/types.ts'

/** One-click applications are images too. */
type ImageEntry = Pick<Kinds['Image'], 'slug' | 'distribution' | 'name' | 'description' | 'min_disk_size' | 'size_gigabytes'> & {
  readonly id: number
  readonly application?: true
  /** Clients read `snapshot` for the oldest releases, and `base` for the others. */
  readonly type?: 'snapshot'
}

/** Older releases that clients still use. */
const older: readonly ImageEntry[] = [
  release(189_201_101, 'ubuntu-25-04-x64', 'Ubuntu', '25.04 x64', 7, 0.66),
  release(189_201_102, 'ubuntu-20-04-x64', 'Ubuntu', '20.04 (LTS) x64', 7, 0.62),
  { ...release(189_201_103, 'ubuntu-18-04-x64', 'Ubuntu', '18.04 (LTS) x64', 15, 0.58), type: 'snapshot' },
  release(189_201_104, 'debian-11-x64', 'Debian', '11 x64', 7, 0.52),
  release(189_201_105, 'debian-10-x64', 'Debian', '10 x64', 7, 0.5),
  release(189_201_106, 'fedora-41-x64', 'Fedora', '41 x64', 10, 0.88),
  release(189_201_107, 'fedora-40-x64', 'Fedora', '40 x64', 10, 0.86),
  release(189_201_108, 'rockylinux-8-x64', 'Rocky Linux', '8 x64', 10, 1.5),
  release(189_201_109, 'almalinux-9-x64', 'AlmaLinux', '9 x64', 10, 1.6),
  release(189_201_110, 'almalinux-8-x64', 'AlmaLinux', '8 x64', 10, 1.5),
  release(189_201_111, 'centos-stream-10-x64', 'CentOS', 'Stream 10 x64', 10, 1.7),
  release(189_201_112, 'centos-stream-8-x64', 'CentOS', 'Stream 8 x64', 10, 1.6),
  {
    ...release(189_201_113, 'docker-20-04', 'Ubuntu', 'Docker on Ubuntu 20.04', 25, 1.3),
    description: 'Docker, ready to use',
    application: true,
  },
]

/** Creates an entry whose description is its distribution and name. */
function release(id: number, slug: string, distribution: ImageEntry['distribution'], name: string, disk: number, size: number): ImageEntry {
  return { id, slug, distribution, name, description: `${distribution} ${name}`, min_disk_size: disk, size_gigabytes: size }
}

export const images: readonly ImageEntry[] = [
  release(189_201_457, 'ubuntu-24-04-x64', 'Ubuntu', '24.04 (LTS) x64', 7, 0.63),
  release(189_201_458, 'ubuntu-22-04-x64', 'Ubuntu', '22.04 (LTS) x64', 7, 0.7),
  release(189_201_459, 'debian-13-x64', 'Debian', '13 x64', 7, 0.5),
  release(189_201_460, 'debian-12-x64', 'Debian', '12 x64', 7, 0.55),
  release(189_201_461, 'fedora-42-x64', 'Fedora', '42 x64', 10, 0.9),
  release(189_201_462, 'rockylinux-9-x64', 'Rocky Linux', '9 x64', 10, 1.6),
  release(189_201_463, 'centos-stream-9-x64', 'CentOS', 'Stream 9 x64', 10, 1.7),
  {
    ...release(189_201_464, 'gpu-h100x1-base', 'Ubuntu', 'NVIDIA AI/ML Ready', 100, 12.4),
    description: 'Ubuntu with the drivers for NVIDIA GPUs',
  },
  { ...release(189_201_465, 'gpu-amd-base', 'Ubuntu', 'AMD AI/ML Ready', 100, 11.8), description: 'Ubuntu with the drivers for AMD GPUs' },
  {
    ...release(189_201_470, 'docker-24-04', 'Ubuntu', 'Docker on Ubuntu 24.04', 25, 1.4),
    description: 'Docker, ready to use',
    application: true,
  },
  {
    ...release(189_201_471, 'wordpress-24-04', 'Ubuntu', 'WordPress on Ubuntu 24.04', 25, 2.1),
    description: 'WordPress with a database beside it',
    application: true,
  },
  ...older,
]
