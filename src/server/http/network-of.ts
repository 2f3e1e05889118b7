import { isIPv6 } from 'node:net'

/**
 * The network that one subscriber may be expected to own, as a key for limits: of IPv6 the first 56 bits, since
 * providers hand out no less; of IPv4 the whole address, or its first 24 bits.
 */
export function networkOf(address: string, ipv4Bits: 24 | 32 = 32): string {
  const plain = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1] ?? address
  if (isIPv6(plain)) return `${first56Bits(plain)}/56`
  return ipv4Bits === 24 ? `${plain.split('.').slice(0, 3).join('.')}.0/24` : plain
}

function first56Bits(address: string): string {
  const [head = [], tail = []] = address.split('::').map((half) => half.split(':').filter((group) => group !== ''))
  // A dotted end stands for two groups.
  const written = head.length + tail.length + (address.includes('.') ? 1 : 0)
  const groups = [...head, ...Array<string>(8 - written).fill('0'), ...tail].map((group) => Number.parseInt(group, 16))
  const [a = 0, b = 0, c = 0, d = 0] = groups
  return [a, b, c, d & 0xff00].map((group) => group.toString(16)).join(':')
}
