/** Words in capitals with only their first letter large: `EL PRIMO` is `El Primo`, `8-BIT` is `8-Bit`. Others stay. */
export function titleCase(text: string): string {
  return text.replace(/\p{Lu}{2,}/gu, (word) => word.slice(0, 1) + word.slice(1).toLowerCase())
}
