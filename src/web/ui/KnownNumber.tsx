import { thousands } from '../format/abbreviate.ts'
import { Unknown } from './Unknown.tsx'

type Props = { value: number | null | undefined; format?: (value: number) => string }

/** A number, or a dash where it is not known. */
export function KnownNumber({ value, format = thousands }: Props) {
  return value === null || value === undefined ? <Unknown /> : format(value)
}
