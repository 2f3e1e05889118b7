/** Figures with their signs and units, and the verdict that a sentence begins with: `Peak form:`. */
const WEIGHTY = /(^[^:.,]{3,24}:|(?<![\p{L}\p{N}_])[+−±]?\d[\d.,]*(?<![.,])[kM]?[%+]?(?![\p{L}\p{N}_-]))/gu

/** A sentence in parts, in turn plain and with weight: what a hurried reader looks for. */
export function sentenceParts(sentence: string): string[] {
  return sentence.split(WEIGHTY)
}
