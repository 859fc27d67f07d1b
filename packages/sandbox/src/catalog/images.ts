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

function release(id: number, slug: string, distribution: ImageEntry['distribution'], name: string, disk: number, size: number): ImageEntry {
  return { id, slug, distribution, name, description: `${distribution} ${name}`, min_disk_size: disk, size_gigabytes: size }
}

export const images: readonly ImageEntry[] = [
  {
    id: 189_201_457,
    slug: 'ubuntu-24-04-x64',
    distribution: 'Ubuntu',
    name: '24.04 (LTS) x64',
    description: 'Ubuntu 24.04 (LTS) x64',
    min_disk_size: 7,
    size_gigabytes: 0.63,
  },
  {
    id: 189_201_458,
    slug: 'ubuntu-22-04-x64',
    distribution: 'Ubuntu',
    name: '22.04 (LTS) x64',
    description: 'Ubuntu 22.04 (LTS) x64',
    min_disk_size: 7,
    size_gigabytes: 0.7,
  },
  {
    id: 189_201_459,
    slug: 'debian-13-x64',
    distribution: 'Debian',
    name: '13 x64',
    description: 'Debian 13 x64',
    min_disk_size: 7,
    size_gigabytes: 0.5,
  },
  {
    id: 189_201_460,
    slug: 'debian-12-x64',
    distribution: 'Debian',
    name: '12 x64',
    description: 'Debian 12 x64',
    min_disk_size: 7,
    size_gigabytes: 0.55,
  },
  {
    id: 189_201_461,
    slug: 'fedora-42-x64',
    distribution: 'Fedora',
    name: '42 x64',
    description: 'Fedora 42 x64',
    min_disk_size: 10,
    size_gigabytes: 0.9,
  },
  {
    id: 189_201_462,
    slug: 'rockylinux-9-x64',
    distribution: 'Rocky Linux',
    name: '9 x64',
    description: 'Rocky Linux 9 x64',
    min_disk_size: 10,
    size_gigabytes: 1.6,
  },
  {
    id: 189_201_463,
    slug: 'centos-stream-9-x64',
    distribution: 'CentOS',
    name: 'Stream 9 x64',
    description: 'CentOS Stream 9 x64',
    min_disk_size: 10,
    size_gigabytes: 1.7,
  },
  {
    id: 189_201_464,
    slug: 'gpu-h100x1-base',
    distribution: 'Ubuntu',
    name: 'NVIDIA AI/ML Ready',
    description: 'Ubuntu with the drivers for NVIDIA GPUs',
    min_disk_size: 100,
    size_gigabytes: 12.4,
  },
  {
    id: 189_201_465,
    slug: 'gpu-amd-base',
    distribution: 'Ubuntu',
    name: 'AMD AI/ML Ready',
    description: 'Ubuntu with the drivers for AMD GPUs',
    min_disk_size: 100,
    size_gigabytes: 11.8,
  },
  {
    id: 189_201_470,
    slug: 'docker-24-04',
    distribution: 'Ubuntu',
    name: 'Docker on Ubuntu 24.04',
    description: 'Docker, ready to use',
    min_disk_size: 25,
    size_gigabytes: 1.4,
    application: true,
  },
  {
    id: 189_201_471,
    slug: 'wordpress-24-04',
    distribution: 'Ubuntu',
    name: 'WordPress on Ubuntu 24.04',
    description: 'WordPress with a database beside it',
    min_disk_size: 25,
    size_gigabytes: 2.1,
    application: true,
  },
  ...older,
]
