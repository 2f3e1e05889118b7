import { Crown, Shield, ShieldHalf, User } from 'lucide-react'
import { roleName, roleRank } from '../format/member-role.ts'

const ICONS = [Crown, Shield, ShieldHalf, User] as const

/** A member's role as text with an icon of our own set. */
export function RoleLabel({ role }: { role: string }) {
  const Icon = ICONS[roleRank(role)] ?? User
  return (
    <span className="inline-flex items-center align-bottom gap-1.5 whitespace-nowrap">
      <Icon aria-hidden="true" className="size-4 shrink-0 text-mut" />
      {roleName(role)}
    </span>
  )
}
